import { Button, Group, Skeleton, Stack, Radio, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, Copy, FileCog, Lock, Trash2, ArrowRightLeft } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { allows } from '#contract/permission.ts';
import { followingAnswer } from '#ui/calls/queries.ts';
import { hasUnsaved, forgetUnsaved } from '#ui/state/unsaved.ts';
import { Loaded, Empty } from '#ui/page/states.tsx';
import { Page } from '#ui/page/page.tsx';
import { useProject, useProfile } from '#ui/state/session.ts';
import { projectParameter } from '#ui/state/tab.ts';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import {
  type Project,
  type ProjectBeside,
  readProject,
  listProjects,
  readDefaultProject,
  readProjectLosses,
  removeProject,
  transferProject,
} from '#features/owner/projects/projects.contract.ts';
import { CopyProject } from './copy-project.tsx';
import { ProjectForm } from './project-form.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { keptProjectDays } from '#contract/limits.ts';
import { call } from '#ui/calls/api.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import { toast } from '#ui/calls/toast.ts';
import { switchProject } from '#ui/dialog/may-leave.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { nameAmong } from '#ui/text/format.ts';
import { Id } from '#contract/fields.ts';
import { DrawerForm } from '#ui/form/drawer-form.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { Withdrawn } from '#ui/calls/saving.ts';

function DeleteProject({ project }: { readonly project: Project }) {
  const { id, name } = project;
  const [isBusy, setBusy] = useState(false);
  const ask = async () => {
    const [losses, projects] = await Promise.all([call(readProjectLosses, { id }), call(listProjects, {})]);
    const { item_count: count } = losses;
    const items = count === null ? t('all items (search can’t count them now)') : t('{count} items', { count });
    const rules = t('{count} rules', { count: losses.rule_count });
    const users = t('the access of {count} users', { count: losses.user_count });
    return confirm({
      title: t('Delete “{name}”?', { name: nameAmong(project, projects) }),
      text: [
        t('This deletes {items}, {rules}, {users} and its statistics.', { items, rules, users }),
        t('It can be restored for {days} days.', { days: keptProjectDays }),
      ].join(' '),
      confirmLabel: t('Delete project'),
      typed: name,
      isDanger: true,
    });
  };
  const remove = async () => {
    setBusy(true);
    try {
      if (!(await ask())) return;
      await call(removeProject, { id, name });
      forgetUnsaved();
      forgetUnsaved('page');
      await openNext();
    } catch (error) {
      toast({ text: errorText(error), kind: 'failure' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Risk text={t('It can be restored for {days} days.', { days: keptProjectDays })}>
      <Button
        color="red"
        variant="outline"
        leftSection={<Trash2 size={16} aria-hidden />}
        loading={isBusy}
        onClick={() => void remove()}
      >
        {t('Delete project')}
      </Button>
    </Risk>
  );
}

function Risk({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <Group justify="space-between" gap="8px 16px">
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      {children}
    </Group>
  );
}

async function openNext(): Promise<void> {
  const list = '/owner/projects?state=deleted';
  const next = (await call(readDefaultProject, {})) ?? (await call(listProjects, {}))[0];
  if (next) await switchProject(next.token, list);
  else location.assign(list);
}

const Transfer = z.object({ user_id: Id, stays: z.enum(['yes', 'no']) });
type User = ProjectBeside['project_users'][number];

interface TransferProjectProps {
  readonly project: Project;
  readonly users: readonly User[];
}

function TransferProject({ project, users }: TransferProjectProps) {
  const [isOpen, setOpen] = useState(false);
  const candidates = users.filter((user) => !user.is_owner);
  const nobody = candidates.length === 0 ? t('Nobody else is in this project. Invite someone first.') : null;
  return (
    <>
      <Risk text={nobody ?? t('The new owner decides about everything in the project.')}>
        <Button
          variant="default"
          leftSection={<ArrowRightLeft size={16} aria-hidden />}
          onClick={() => nobody === null && setOpen(true)}
          {...(nobody !== null && { 'aria-disabled': true, 'data-disabled': true, title: nobody })}
        >
          {t('Transfer to another owner…')}
        </Button>
      </Risk>
      <SideDrawer isOpen={isOpen} title={t('Transfer project')} onClose={() => setOpen(false)}>
        <TransferForm project={project} candidates={candidates} close={() => setOpen(false)} />
      </SideDrawer>
    </>
  );
}

interface TransferFormProps {
  readonly project: Project;
  readonly candidates: readonly User[];
  readonly close: () => void;
}

function TransferForm({ project: { id, name, is_owner: isOwner }, candidates, close }: TransferFormProps) {
  const { is_admin: isAdmin } = useProfile();
  const choices = candidates.map((user) => ({ value: String(user.id), label: `${user.name} ${user.surname}` }));
  const ask = async (userId: number) => {
    const person = choices.find(({ value }) => value === String(userId))?.label ?? '';
    const isSure = await confirm({
      title: t('Transfer “{name}”?', { name }),
      text: isOwner
        ? t('{person} will own the project. Only they can give it back.', { person })
        : t('{person} will also own the project.', { person }),
      confirmLabel: t('Transfer project'),
      isDanger: true,
    });
    if (!isSure) throw new Withdrawn();
  };
  const transfer = async ({ user_id: userId, stays }: z.output<typeof Transfer>) => {
    await ask(userId);
    await call(transferProject, { id, user_id: userId, stays: stays === 'yes' });
    forgetUnsaved();
    forgetUnsaved('page');
    // Rights have changed, so the page reloads.
    location.assign(isOwner && stays === 'no' && !isAdmin ? '/dashboard' : `/dashboard?p=${id}`);
  };
  return (
    <DrawerForm
      schema={Transfer}
      initial={{ user_id: null as unknown as number, stays: 'yes' }}
      names={{ user_id: t('New owner'), stays: t('And you?') }}
      save={transfer}
      saveLabel={t('Transfer project')}
      onClose={close}
    >
      {(form) => (
        <Stack gap={16}>
          <Select {...form.field('user_id')} data={choices} searchable data-autofocus />
          {isOwner && (
            <Radio.Group {...form.field('stays')}>
              <Stack gap={8} mt={8}>
                <Radio value="yes" label={t('Stay in all groups')} />
                <Radio value="no" label={t('Leave')} />
              </Stack>
            </Radio.Group>
          )}
        </Stack>
      )}
    </DrawerForm>
  );
}

export default function ProjectSettingsPage() {
  const selected = useProject()?.id;
  const [{ id = selected ?? 0 }] = useAddress<'/owner/project'>();
  return (
    <Page title={t('Project settings')} secondary={<Elsewhere id={id} />}>
      {id === selected ? (
        <Loaded query={followingAnswer(readProject, { id })} skeleton={<Skeleton height={520} />}>
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
  const [{ dialog }, change] = useAddress();
  const { data } = useQuery(followingAnswer(readProject, { id }));
  const project = data?.data;
  const isOwned = project !== undefined && allows(project.rights, 'owner');
  return (
    <>
      <BackToProjects />
      {isOwned && (
        <Button variant="default" leftSection={<Copy size={16} aria-hidden />} onClick={() => change({ dialog: 'copy-project' })}>
          {t('Copy project…')}
        </Button>
      )}
      {isOwned && dialog === 'copy-project' && <CopyProject project={project} close={() => change({ dialog: undefined })} />}
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
    return <Empty icon={Lock} title={t('Only owners can change these settings')} action={<BackToProjects />} />;
  return (
    <Stack gap={16}>
      <ProjectForm
        key={`${project.updated_at} ${round}`}
        project={project}
        usualCalls={beside.usual_calls_per_second}
        restart={restart}
      >
        <Panel title={t('Danger zone')} isDanger>
          <TransferProject project={saved} users={beside.project_users} />
          <DeleteProject project={saved} />
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
  return <Skeleton height={520} />;
}
