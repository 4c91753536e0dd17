import { Anchor, Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRightLeft, CircleAlert, CircleCheck, FolderOpen, Loader, Settings2, ArchiveRestore, Trash2 } from 'lucide-react';
import { query, useAction } from '#ui/calls/queries.ts';
import { AddButton } from '#ui/page/allowed-button.tsx';
import { ListFilter, SearchInput } from '#ui/list/search-input.tsx';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { Page } from '#ui/page/page.tsx';
import { useProfile, useProject, useSession } from '#ui/state/session.ts';
import { projectParameter } from '#ui/state/tab.ts';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { switchProject } from '#ui/dialog/may-leave.ts';
import { useShortList } from '#ui/list/list.ts';
import { Empty } from '#ui/page/states.tsx';
import { Status } from '#ui/page/status.tsx';
import { Table } from '#ui/list/table.tsx';
import { shortAddress, toldApartBy, formats } from '#ui/text/format.ts';
import {
  listProjects,
  listProjectStates,
  type Project,
  type ProjectState,
  listDeletedProjects,
  restoreProject,
} from '#features/owner/projects/projects.contract.ts';
import { toast } from '#ui/calls/toast.ts';
import { keptProjectDays } from '#contract/limits.ts';

function DeletedProjects({ list }: { readonly list: ReturnType<typeof useDeletedList> }) {
  const restore = useAction(restoreProject, { refreshes: [listProjects, listDeletedProjects] });
  return (
    <Table
      label={t('Deleted')}
      list={list}
      columns={[
        { name: 'name', title: t('Name'), cell: ({ name }) => name, isSortable: true },
        { name: 'deleted', title: t('Deleted'), cell: ({ deleted_at: at }) => <Moment at={at} />, isSortable: true },
        { name: 'by', title: t('Deleted by'), cell: ({ deleted_by: person }) => person ?? '–' },
        { name: 'until', title: t('Can be restored until'), cell: ({ restorable_until: at }) => formats.moment(at) },
      ]}
      keyOf={({ id }) => id}
      actions={({ id, name }) => [
        {
          label: t('Restore'),
          icon: ArchiveRestore,
          run: () => restore.mutate({ id }, { onSuccess: () => toast({ text: t('“{name}” is restored.', { name }) }) }),
          disabledReason: restore.isPending ? t('One moment') : undefined,
        },
      ]}
      empty={
        <Empty
          icon={Trash2}
          title={t('No project was deleted')}
          text={t('You can restore a deleted project for {days} days.', { days: keptProjectDays })}
        />
      }
    />
  );
}

const useDeletedList = () =>
  useShortList(
    listDeletedProjects,
    {},
    {
      name: ({ name }) => name,
      deleted: ({ deleted_at: at }) => at,
    },
  );

interface CellProps {
  readonly state: ProjectState | undefined;
}

function ItemsCell({ state }: CellProps) {
  return state ? formats.number(state.item_count) : null;
}

const icons = { done: CircleCheck, failed: CircleAlert, onHold: CircleAlert, running: Loader } as const;
const colours = {
  done: 'var(--aisle-live)',
  failed: 'var(--aisle-error)',
  onHold: 'var(--aisle-waiting)',
  running: undefined,
} as const;

function ImportCell({ state }: CellProps) {
  if (!state?.last_import) return null;
  const { state: outcome, at } = state.last_import;
  const Icon = icons[outcome];
  const words = { done: t('Imported'), failed: t('Import failed'), onHold: t('On hold'), running: t('Importing') };
  return (
    <Group gap={6} wrap="nowrap">
      <Icon size={16} color={colours[outcome]} role="img" aria-label={words[outcome]} />
      <Moment at={at} />
    </Group>
  );
}

const settingsPath = '/owner/project';

export default function ProjectsPage() {
  const [address, change] = useAddress();
  const isOfDeleted = address['state'] === 'deleted';
  const list = useProjectList();
  const deleted = useDeletedList();
  const mayAdd = useSession()?.mayAddProjects !== false;
  const add = mayAdd && <AddButton label={t('Add project')} onClick={() => change({ dialog: 'add-project' })} />;
  return (
    <Page
      title={t('Projects')}
      purpose={t('One project per shop.')}
      primary={!list.isEmpty && add}
      toolbar={
        <>
          <SearchInput list={isOfDeleted ? deleted : list} label={t('Search the list')} />
          <ListFilter name="state" label={t('State')} choices={{ deleted: t('Deleted') }} />
        </>
      }
    >
      {isOfDeleted ? <DeletedProjects list={deleted} /> : <OwnProjects list={list} add={add} />}
    </Page>
  );
}

const useProjectList = () =>
  useShortList(
    listProjects,
    {},
    {
      name: ({ name }) => name,
      created: ({ created_at: at }) => at,
    },
  );

interface OwnProjectsProps {
  readonly list: ReturnType<typeof useProjectList>;
  readonly add: React.ReactNode;
}

function OwnProjects({ list, add }: OwnProjectsProps) {
  const actionsOf = useProjectActions();
  const { data: states = [] } = useQuery(query(listProjectStates, {}));
  const stateOf = ({ id }: Project) => states.find((state) => state.id === id);
  return (
    <Table
      label={t('Projects')}
      list={list}
      columns={[
        { name: 'name', title: t('Name'), cell: (project) => <ProjectName project={project} />, isSortable: true },
        { name: 'url', title: t('Website'), cell: ({ url }) => <Website url={url} /> },
        { name: 'language', title: t('Language'), cell: ({ language }) => formats.language(language), isWideOnly: true },
        { name: 'state', title: t('Search'), cell: (project) => <ProjectSearch project={project} /> },
        { name: 'items', title: t('Items'), cell: (project) => <ItemsCell state={stateOf(project)} />, isNumber: true },
        { name: 'import', title: t('Last import'), cell: (project) => <ImportCell state={stateOf(project)} /> },
        {
          name: 'created',
          title: t('Added'),
          cell: ({ created_at: at }) => <Moment at={at} />,
          isSortable: true,
          isWideOnly: true,
        },
      ]}
      keyOf={({ id }) => id}
      opens={({ id }) => linkTo('/dashboard', { [projectParameter]: id })}
      actions={actionsOf}
      empty={
        <Empty
          icon={FolderOpen}
          title={t('No project yet')}
          text={t('A project is one shop’s search: its items, rules and people.')}
          action={add}
        />
      }
    />
  );
}

function useProjectActions(): (project: Project) => readonly RowAction[] {
  const navigate = useNavigate();
  const { is_admin: isAdmin } = useProfile();
  const current = useProject();
  const openSettings = (id: number, token: string) =>
    id === current?.id ? navigate(linkTo(settingsPath, { id })) : switchProject(token, `${settingsPath}?id=${id}`);
  return ({ id, token, is_owner: isOwner }) => [
    {
      label: t('Switch to this project'),
      icon: ArrowRightLeft,
      run: () => void switchProject(token),
      disabledReason: id === current?.id ? t('This project is selected.') : undefined,
    },
    {
      label: t('Project settings'),
      icon: Settings2,
      run: () => void openSettings(id, token),
      disabledReason: isOwner || isAdmin ? undefined : t('Only owners can change these settings'),
    },
  ];
}

function ProjectSearch({ project: { active, is_live: isLive, type } }: { readonly project: Project }) {
  if (!active) return <Status kind="off" label={t('Deactivated')} />;
  if (type === 'front_api') return t('Shop front API');
  return <Status kind={isLive ? 'live' : 'waiting'} label={isLive ? t('Live') : t('Preview only')} />;
}

function ProjectName({ project }: { readonly project: Project }) {
  const { id, name } = project;
  const { data: projects = [] } = useQuery(query(listProjects, {}));
  const mark = toldApartBy(project, projects);
  const isCurrent = useProject()?.id === id;
  return (
    <Group gap={6} wrap="nowrap" style={{ overflowWrap: 'anywhere' }}>
      {name}{' '}
      {mark !== null && (
        <Text span size="xs" c="dimmed">
          {mark}
        </Text>
      )}{' '}
      {isCurrent && (
        <Badge variant="default" tt="none" fw={500}>
          {t('Current')}
        </Badge>
      )}
    </Group>
  );
}

const Website = ({ url }: { readonly url: string }) =>
  url === '' ? null : (
    <Anchor href={url} target="_blank" rel="noreferrer" underline="hover" c="inherit" fz="inherit">
      {shortAddress(url)}
    </Anchor>
  );
