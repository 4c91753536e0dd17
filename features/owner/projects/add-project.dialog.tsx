import { Divider, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { mayLeave } from '#console-kit/dialog/may-leave.ts';
import { NewProjectForm } from './new-project-form.tsx';
import { OpenInvitations } from './open-invitations.panel.tsx';
import { openProject } from './open-project.tsx';
import { ProjectByApi } from './project-by-api.tsx';
import type { createProject } from './projects.contract.ts';
import { SampleProject } from './sample-project.tsx';

type Created = OutputOf<typeof createProject>;

/** The ways to a project: an invitation, the sample shop, or the feed of one's own shop. */
export default function AddProjectDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const [byApi, setByApi] = useState<Created | null>(null);
  const close = async () => {
    if (byApi) openProject(byApi);
    else if (await mayLeave()) onClose();
  };
  // A project without a feed shows its secret before it opens.
  const show = (project: Created) => (project.feed_id === null ? setByApi(project) : openProject(project));
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={byApi ? byApi.name : t('Add project')}
      size={byApi ? 720 : 560}
      closeButtonProps={{ 'aria-label': t('Close') }}
      // What is shown once should not be lost by a click beside it.
      closeOnClickOutside={byApi === null}
    >
      {byApi ? (
        <ProjectByApi project={byApi} onOpen={() => openProject(byApi)} />
      ) : (
        <Stack gap={16}>
          <OpenInvitations />
          <SampleProject />
          <Divider label={t('or with the feed of your shop')} />
          <NewProjectForm onCreated={show} onCancel={() => void close()} />
        </Stack>
      )}
    </Modal>
  );
}
