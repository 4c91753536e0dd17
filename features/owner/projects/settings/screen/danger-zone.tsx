import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Copy, FileCog } from 'lucide-react';
import { Panel } from '#console-kit/page/panel.tsx';
import { useProject } from '#console-kit/session/rights.ts';
import { linkTo, useAddress } from '#console-kit/state/address.ts';
import { t } from '#console-kit/text/i18n.ts';
import { DeleteProject } from '#features/owner/projects/deletion/delete-project.panel.tsx';
import { TransferProject } from '#features/owner/projects/ownership/transfer-project.panel.tsx';
import type { Project, ProjectBeside } from '#features/owner/projects/projects.contract.ts';

interface DangerZoneProps {
  readonly project: Project;
  readonly users: ProjectBeside['project_users'];
}

export function DangerZone({ project, users }: DangerZoneProps) {
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
        <ProjectFile project={project} />
        <TransferProject project={project} users={users} />
        <DeleteProject project={project} />
      </Group>
    </Panel>
  );
}

function ProjectFile({ project }: Pick<DangerZoneProps, 'project'>) {
  const icon = <FileCog size={16} aria-hidden />;
  if (useProject()?.id === project.id)
    return (
      <Button variant="default" component={Link} {...linkTo('/owner/project-file')} leftSection={icon}>
        {t('Project as a file')}
      </Button>
    );
  return (
    <Button variant="default" disabled title={t('Switch to this project first.')} leftSection={icon}>
      {t('Project as a file')}
    </Button>
  );
}
