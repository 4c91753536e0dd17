import { Anchor, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRightLeft, Check, FolderOpen, Pencil } from 'lucide-react';
import { AddButton } from '#console-kit/list/add-button.tsx';
import { linkTo, useAddress } from '#console-kit/state/address.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { Moment } from '#console-kit/text/moment.tsx';
import { Page } from '#console-kit/page/page.tsx';
import { useProfile, useProject } from '#console-kit/session/rights.ts';
import type { RowAction } from '#console-kit/list/row-actions.tsx';
import { SearchInput } from '#console-kit/list/search-input.tsx';
import { switchProject } from '#console-kit/session/switch-project.ts';
import { useShortList } from '#console-kit/list/short-list.ts';
import { Empty } from '#console-kit/page/states.tsx';
import { Table } from '#console-kit/list/table.tsx';
import { ProjectFileLink } from '#features/owner/project-file/project-file-link.panel.tsx';
import { languageName } from '#contract/languages.ts';
import { listProjects, type Project } from './projects.contract.ts';

const settingsPath = '/owner/project';

export default function ProjectsPage() {
  const t = useText();
  const [, change] = useAddress();
  const actionsOf = useProjectActions();
  const list = useShortList(
    listProjects,
    {},
    {
      name: ({ name }) => name,
      created: ({ created_at: at }) => at,
    },
  );
  const add = <AddButton label={t('Add project')} onClick={() => change({ dialog: 'add-project' })} />;
  return (
    <Page
      title={t('Projects')}
      purpose={t('Every project is the search of one shop, with items, rules and people of its own.')}
      primary={!list.isEmpty && add}
      secondary={!list.isEmpty && <ProjectFileLink />}
      toolbar={!list.isEmpty && <SearchInput list={list} label={t('Search projects')} />}
    >
      <Table
        label={t('Projects')}
        list={list}
        columns={[
          { name: 'name', title: t('Name'), cell: (project) => <ProjectName project={project} />, isSortable: true },
          { name: 'url', title: t('Website'), cell: ({ url }) => <Website url={url} /> },
          { name: 'language', title: t('Language'), cell: ({ language }) => languageName(language) },
          { name: 'created', title: t('Added'), cell: ({ created_at: at }) => <Moment at={at} />, isSortable: true },
        ]}
        keyOf={({ id }) => id}
        actions={actionsOf}
        empty={
          <Empty
            icon={FolderOpen}
            title={t('Your projects will be here')}
            text={t('A project is the search of one shop: its items, its rules and the people who look after it.')}
            action={add}
          />
        }
      />
    </Page>
  );
}

function useProjectActions(): (project: Project) => readonly RowAction[] {
  const t = useText();
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
      label: t('Edit project'),
      icon: Pencil,
      run: () => void openSettings(id, token),
      disabledReason: isOwner || isAdmin ? undefined : t('Only owners of the project can change it.'),
    },
  ];
}

function ProjectName({ project: { id, name } }: { readonly project: Project }) {
  const t = useText();
  const isCurrent = useProject()?.id === id;
  return (
    <Group gap={6} wrap="nowrap">
      {name} {isCurrent && <Check size={16} aria-label={t('Selected')} />}
    </Group>
  );
}

const Website = ({ url }: { readonly url: string }) =>
  url === '' ? null : (
    <Anchor href={url} target="_blank" rel="noreferrer" underline="hover" c="inherit" fz="inherit">
      {url.replace(/^https?:\/\//, '').replace(/\/$/, '')}
    </Anchor>
  );
