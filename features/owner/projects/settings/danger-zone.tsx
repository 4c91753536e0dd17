import { Button, Group } from '@mantine/core';
import { Copy } from 'lucide-react';
import { Panel } from '#console-kit/page/panel.tsx';
import { useAddress } from '#console-kit/state/address.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { DeleteProject } from '#features/owner/projects/deletion/delete-project.panel.tsx';
import { TransferProject } from '#features/owner/projects/ownership/transfer-project.panel.tsx';
import type { Project, ProjectBeside } from '#features/owner/projects/projects.contract.ts';

interface DangerZoneProps {
  readonly project: Project;
  readonly users: ProjectBeside['project_users'];
}

/** What changes the project as a whole. */
export function DangerZone({ project, users }: DangerZoneProps) {
  const t = useText();
  const [, change] = useAddress();
  return (
    <Panel title={t('Danger zone')} isDanger>
      <Group gap={8}>
        <Button
          variant="default"
          leftSection={<Copy size={16} aria-hidden />}
          onClick={() => change({ dialog: 'add-project', copy: project.id })}
        >
          {t('Copy project…')}
        </Button>
        <TransferProject project={project} users={users} />
        <DeleteProject project={project} />
      </Group>
    </Panel>
  );
}
