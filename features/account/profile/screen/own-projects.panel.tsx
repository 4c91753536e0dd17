import { Badge, Group, Text } from '@mantine/core';
import { ArrowRightLeft, LogOut } from 'lucide-react';
import { sectionGroups, type Section } from '#contract/permission.ts';
import { call } from '#ui/calls/api.ts';
import { useAction } from '#ui/calls/queries.ts';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { useShortList } from '#ui/list/list.ts';
import { Table } from '#ui/list/table.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { groupNames } from '#ui/text/refusal.ts';
import { useProject } from '#ui/state/session.ts';
import { switchProject } from '#ui/dialog/may-leave.ts';
import { t } from '#ui/text/i18n.ts';
import { listProjects } from '#features/owner/projects/projects.contract.ts';
import { leaveProject, listOwnProjects, type OwnProject } from '#features/account/profile/profile.contract.ts';

export function OwnProjectsPanel() {
  const list = useShortList(listOwnProjects, {}, { name: ({ name }) => name });
  const actions = useOwnProjectActions();
  return (
    <Panel id="projects" title={t('My projects')}>
      <Table
        label={t('My projects')}
        list={list}
        columns={[
          { name: 'name', title: t('Name'), cell: (project) => <ProjectName project={project} /> },
          { name: 'groups', title: t('Groups'), cell: (project) => <ProjectGroups project={project} /> },
        ]}
        keyOf={({ id }) => id}
        actions={actions}
        empty={<Text c="dimmed">{t('No project yet')}</Text>}
      />
    </Panel>
  );
}

function ProjectName({ project: { id, name, url } }: { readonly project: OwnProject }) {
  const isCurrent = useProject()?.id === id;
  return (
    <>
      <Group gap={8} style={{ overflowWrap: 'anywhere' }}>
        {name}{' '}
        {isCurrent && (
          <Badge variant="default" tt="none" fw={500}>
            {t('Current')}
          </Badge>
        )}
      </Group>
      {url !== '' && (
        <Text size="xs" c="dimmed">
          {url}
        </Text>
      )}
    </>
  );
}

function ProjectGroups({ project: { is_owner: isOwner, user_groups: held } }: { readonly project: OwnProject }) {
  if (isOwner) return t('Owner – all groups');
  const sections = (Object.keys(sectionGroups) as Section[]).filter((one) => held.some(({ id }) => id === sectionGroups[one]));
  return sections.length === 0 ? '–' : sections.map((one) => t(groupNames[one])).join(' · ');
}

/** Administrators may still open the project they left, so it must be replaced. */
async function openNext(): Promise<void> {
  const [next] = await call(listOwnProjects, {});
  if (next) await switchProject(next.token);
  else location.assign('/dashboard');
}

function useOwnProjectActions(): (project: OwnProject) => readonly RowAction[] {
  const current = useProject()?.id;
  const leave = useAction(leaveProject, { refreshes: [listOwnProjects, listProjects], done: t('Done.') });
  const leaving = (id: number) => leave.mutate({ id }, { onSuccess: () => void (id === current && openNext()) });
  return ({ id, name, token, is_only_owner: isOnlyOwner }) => [
    {
      label: t('Switch'),
      icon: ArrowRightLeft,
      run: () => void switchProject(token),
      disabledReason: id === current ? t('This is the current project.') : undefined,
    },
    {
      label: t('Leave'),
      icon: LogOut,
      run: () => leaving(id),
      disabledReason: isOnlyOwner ? t('Transfer ownership of {projects} first.', { projects: name }) : undefined,
      question: {
        text: t('Leave “{project}”? Only a new invitation brings you back.', { project: name }),
        yes: t('Leave'),
      },
    },
  ];
}
