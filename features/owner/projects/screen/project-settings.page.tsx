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
import { ProjectForm } from './project-form.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { DeleteProject } from './delete-project.panel.tsx';
import { TransferProject } from './transfer-project.panel.tsx';

const widest = 720;

export default function ProjectSettingsPage() {
  const selected = useProject()?.id;
  const [{ id = selected ?? 0 }] = useAddress<'/owner/project'>();
  return (
    <Page title={t('Project settings')} secondary={<Elsewhere id={id} />}>
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

function Elsewhere({ id }: { readonly id: number }) {
  const [, change] = useAddress();
  return (
    <>
      <BackToProjects />
      <Button
        variant="default"
        leftSection={<Copy size={16} aria-hidden />}
        onClick={() => change({ dialog: 'add-project', copy: id })}
      >
        {t('Copy project…')}
      </Button>
      <Button
        variant="default"
        component={Link}
        {...linkTo('/owner/project-file')}
        leftSection={<FileCog size={16} aria-hidden />}
      >
        {t('Project as a file')}
      </Button>
    </>
  );
}

interface SettingsProps {
  readonly saved: Project;
  readonly beside: ProjectBeside;
}

function Settings({ saved, beside }: SettingsProps) {
  /** Keeps edits when others save. */
  const [project, setProject] = useState(saved);
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
        title={t('Only owners can change these settings')}
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
        <Panel title={t('Danger zone')} isDanger>
          <Group gap={8}>
            <TransferProject project={saved} users={beside.project_users} />
            <DeleteProject project={saved} />
          </Group>
        </Panel>
      </ProjectForm>
    </Stack>
  );
}

/** The frame shows the selected project, so it is switched first. */
function SwitchTo({ id }: { readonly id: number }) {
  useEffect(() => {
    location.replace(`/owner/project?${new URLSearchParams({ id: String(id), [projectParameter]: String(id) })}`);
  }, [id]);
  return <Skeleton height={520} maw={widest} />;
}
