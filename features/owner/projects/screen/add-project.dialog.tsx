import { Modal } from '@mantine/core';
import { useState } from 'react';
import { mayLeave } from '#ui/dialog/may-leave.ts';
import { t } from '#ui/text/i18n.ts';
import { AddProject, ProjectByApi } from './add-project.panel.tsx';
import { type CreatedProject, openProject } from './new-project-form.tsx';

export default function AddProjectDialog({ onClose }: { readonly onClose: () => void }) {
  const [sent, setSent] = useState<CreatedProject | null>(null);
  const close = async () => {
    if (sent) openProject(sent);
    else if (await mayLeave()) onClose();
  };
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={sent ? sent.name : t('Add project')}
      size={sent ? 720 : 560}
      closeButtonProps={{ 'aria-label': t('Close') }}
      // The secret is shown only once.
      closeOnClickOutside={sent === null}
    >
      {sent ? <ProjectByApi project={sent} onOpen={() => openProject(sent)} /> : <AddProject onSent={setSent} />}
    </Modal>
  );
}
