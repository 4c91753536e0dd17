import { Text, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MailOpen } from 'lucide-react';
import type { ReactElement } from 'react';
import { query, useAction } from '#ui/calls/queries.ts';
import { t } from '#ui/text/i18n.ts';
import { MessageItem } from '#features/general/messages/screen/message-item.panel.tsx';
import { listMyInvitations, answerInvitation } from '#features/access-management/invitations/invitations.contract.ts';
import { switchProject } from '#ui/dialog/may-leave.ts';

const askEveryMs = 60_000;

export function useInvitationNotices(): readonly ReactElement[] {
  const { data = [] } = useQuery({ ...query(listMyInvitations, {}), refetchInterval: askEveryMs, retry: false });
  return data.map(({ id, project_name: project, invited_by: person }) => (
    <MessageItem key={`invitation ${id}`} icon={MailOpen} colour="var(--mantine-primary-color-filled)">
      <Text size="sm">{t('{person} invites you to {project}', { person, project })}</Text>
      <InvitationAnswer id={id} />
    </MessageItem>
  ));
}

export function InvitationAnswer({ id }: { readonly id: number }) {
  const answer = useAction(answerInvitation, { refreshes: [listMyInvitations] });
  const isBusy = answer.isPending;
  const accept = () =>
    answer.mutate({ id, accept: true }, { onSuccess: ({ token }) => token !== null && void switchProject(token) });
  return (
    <Group gap={8}>
      <Button variant="default" disabled={isBusy} onClick={() => answer.mutate({ id, accept: false })}>
        {t('Decline')}
      </Button>
      <Button variant="light" loading={isBusy} onClick={accept}>
        {t('Accept')}
      </Button>
    </Group>
  );
}
