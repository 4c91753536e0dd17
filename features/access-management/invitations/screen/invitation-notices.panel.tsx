import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MailOpen } from 'lucide-react';
import type { ReactElement } from 'react';
import { query } from '#ui/calls/queries.ts';
import { t } from '#ui/text/i18n.ts';
import { MessageItem } from '#features/general/messages/screen/message-item.panel.tsx';
import { InvitationAnswer } from './invitation-answer.panel.tsx';
import { listMyInvitations } from '#features/access-management/invitations/invitations.contract.ts';

const askEveryMs = 60_000;

export function useInvitationNotices(): readonly ReactElement[] {
  const { data = [] } = useQuery({ ...query(listMyInvitations, {}), refetchInterval: askEveryMs, retry: false });
  return data.map(({ id, project_name: project, invited_by: inviter }) => (
    <MessageItem key={`invitation ${id}`} icon={MailOpen} colour="var(--mantine-primary-color-filled)">
      <Text size="sm">{t('{inviter} invites you to “{project}”.', { inviter, project })}</Text>
      <InvitationAnswer id={id} />
    </MessageItem>
  ));
}
