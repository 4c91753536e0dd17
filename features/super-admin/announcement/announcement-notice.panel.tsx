import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import type { ReactElement } from 'react';
import { query, useAction } from '#ui/calls/queries.ts';
import { useLanguage, t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { MessageItem } from '#features/general/messages/screen/message-item.panel.tsx';
import { dismissAnnouncement, readAnnouncement, textNameOf } from './announcement.contract.ts';

const askEveryMs = 60_000;

export function useAnnouncementNotice(): readonly ReactElement[] {
  const language = useLanguage();
  const { data } = useQuery({ ...query(readAnnouncement, {}), refetchInterval: askEveryMs, retry: false });
  const dismiss = useAction(dismissAnnouncement, { refreshes: [readAnnouncement], done: t('Dismissed.') });
  if (!data) return [];
  const { id, created_at: at } = data;
  return [
    <MessageItem
      key={`announcement ${id}`}
      icon={Megaphone}
      colour="var(--mantine-primary-color-filled)"
      dismiss={() => dismiss.mutate({ id })}
    >
      <Text size="sm">{data[textNameOf(language)]}</Text>
      <Text size="xs" c="dimmed">
        <Moment at={at} />
      </Text>
    </MessageItem>,
  ];
}
