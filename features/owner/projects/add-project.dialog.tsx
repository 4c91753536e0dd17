import { Divider, Modal, Stack } from '@mantine/core';
import { useText } from '#console-kit/i18n.ts';
import { mayLeave } from '#console-kit/may-leave.ts';
import { NewProjectForm } from './new-project-form.tsx';
import { OpenInvitations } from './open-invitations.tsx';
import { SampleProject } from './sample-project.tsx';

/** The ways to a project: an invitation, the sample shop, or the feed of one's own shop. */
export default function AddProjectDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const close = async () => {
    if (await mayLeave()) onClose();
  };
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={t('Add project')}
      size={560}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack gap={16}>
        <OpenInvitations />
        <SampleProject />
        <Divider label={t('or with the feed of your shop')} />
        <NewProjectForm onCancel={() => void close()} />
      </Stack>
    </Modal>
  );
}
