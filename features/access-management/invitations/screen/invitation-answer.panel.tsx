import { Button, Group } from '@mantine/core';
import { useAction } from '#ui/calls/queries.ts';
import { switchProject } from '#ui/dialog/switch-project.ts';
import { t } from '#ui/text/i18n.ts';
import { answerInvitation, listMyInvitations } from '#features/access-management/invitations/invitations.contract.ts';

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
