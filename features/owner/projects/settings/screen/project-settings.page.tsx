import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, Copy, FileCog, Lock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { allows } from '#contract/permission.ts';
import { followingAnswer } from '#ui/calls/queries.ts';
import { hasUnsaved } from '#ui/state/unsaved.ts';
import { Loaded } from '#ui/page/loaded.tsx';
import { Page } from '#ui/page/page.tsx';
import { Empty } from '#ui/page/states.tsx';
import { useProject } from '#ui/state/rights.ts';
import { projectParameter } from '#ui/state/tab.ts';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { type Project, type ProjectBeside, readProject } from '#features/owner/projects/projects.contract.ts';
import { ProjectFacts } from './project-facts.tsx';
import { ProjectForm } from './project-form.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { DeleteProject } from '#features/owner/projects/deletion/delete-project.panel.tsx';
import { TransferProject } from '#features/owner/projects/ownership/screen/transfer-project.panel.tsx';

const widest = 720;

/** The settings of the project of the address; without one, of the selected project. */
export default function ProjectSettingsPage() {
  const [address] = useAddress();
  const selected = useProject()?.id;
  const id = Number(address['id'] ?? selected);
  return (
    <Page title={t('Project settings')} secondary={<BackToProjects />}>
      {id === selected ? (
        <Loaded query={followingAnswer(readProject, { id })} skeleton={<Skeleton height={520} maw={widest} />}>
          {({ data, beside }) => <Settings saved={data} beside={beside} />}
        </Loaded>
      ) : (
        <SwitchTo id={id} />
      )}
    </Page>
  );
}

function BackToProjects() {
  return (
    <Button component={Link} {...linkTo('/owner/projects')} variant="default" leftSection={<ChevronLeft size={16} aria-hidden />}>
      {t('Projects')}
    </Button>
  );
}

interface SettingsProps {
  readonly saved: Project;
  readonly beside: ProjectBeside;
}

function Settings({ saved, beside }: SettingsProps) {
  /** What others save meanwhile doesn't take away what is typed here. */
  const [project, setProject] = useState(saved);
  /** Each time that edits are discarded, the form resets. */
  const [round, setRound] = useState(0);
  if (project !== saved && !hasUnsaved()) setProject(saved);
  const restart = () => {
    setProject(saved);
    setRound(round + 1);
  };
  if (!allows(project.rights, 'owner'))
    return (
      <Empty
        icon={Lock}
        title={t('These settings are for owners')}
        text={t('Only owners of the project can change it.')}
        action={<BackToProjects />}
      />
    );
  return (
    <Stack gap={16} maw={widest}>
      <ProjectForm
        key={`${project.updated_at} ${round}`}
        project={project}
        usualCalls={beside.usual_calls_per_second}
        restart={restart}
      >
        <ProjectFacts project={saved} users={beside.project_users} />
        <DangerZone project={saved} users={beside.project_users} />
      </ProjectForm>
    </Stack>
  );
}

/** All that stands around a screen is about the selected project, so another one is selected before its settings are shown. */
function SwitchTo({ id }: { readonly id: number }) {
  useEffect(() => {
    location.replace(`/owner/project?${new URLSearchParams({ id: String(id), [projectParameter]: String(id) })}`);
  }, [id]);
  return <Skeleton height={520} maw={widest} />;
}

interface DangerZoneProps {
  readonly project: Project;
  readonly users: ProjectBeside['project_users'];
}

function DangerZone({ project, users }: DangerZoneProps) {
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
