import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MailOpen } from 'lucide-react';
import { t } from '#ui/text/i18n.ts';
import { query } from '#ui/calls/queries.ts';
import { InvitationAnswer } from '#features/access-management/invitations/screen/invitation-notices.panel.tsx';
import { listMyInvitations, type Invitation } from '#features/access-management/invitations/invitations.contract.ts';
import classes from './add-project.module.css';

export function OpenInvitations() {
  const { data: invitations = [] } = useQuery(query(listMyInvitations, {}));
  return invitations.map((invitation) => <OpenInvitation key={invitation.id} invitation={invitation} />);
}

function OpenInvitation({ invitation: { id, project_name: project, invited_by: inviter } }: { readonly invitation: Invitation }) {
  return (
    <section className={classes.sample}>
      <MailOpen size={24} strokeWidth={1.5} aria-hidden className={classes.icon} />
      <div className={classes.texts}>
        <Text size="sm" fw={600}>
          {t('You are invited to “{project}”', { project })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('by {inviter}', { inviter })}
        </Text>
      </div>
      <InvitationAnswer id={id} />
    </section>
  );
}
