import { Text, TextInput, UnstyledButton } from '@mantine/core';
import { Menu, MenuDivider, MenuItem } from '#ui/page/popup.tsx';
import { useQuery } from '@tanstack/react-query';
import { Check, ChevronsUpDown, FolderOpen, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { query } from '#ui/calls/queries.ts';
import { useProject, useSession } from '#ui/state/session.ts';
import { switchProject } from '#ui/dialog/may-leave.ts';
import { folded, toldApartBy } from '#ui/text/format.ts';
import { isOpenTo } from '#apps/console/screens/screen.ts';
import { screens } from '#apps/console/screens.ts';
import { listProjects } from '#features/owner/projects/projects.contract.ts';
import classes from './project-switcher.module.css';

const leastSearched = 8;

const projectsScreen = screens.find(({ path }) => path === '/owner/projects');

export function ProjectSwitcher({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const project = useProject();
  const [, change] = useAddress();
  const [wanted, setWanted] = useState('');
  const { data: projects } = useQuery(query(listProjects, {}));
  const session = useSession();
  const canManage = session !== null && projectsScreen !== undefined && isOpenTo(session, projectsScreen);
  const isRefused = session?.isProjectRefused === true;
  const name = project?.name ?? (isRefused ? t('Choose a project') : t('No project yet'));
  if (project && (projects === undefined || projects.length === 1)) return <OnlyProject name={name} isCollapsed={isCollapsed} />;
  const apart = project && projects ? toldApartBy(project, projects) : null;
  const whole = apart === null ? name : `${name} ${apart}`;
  const isFound = (one: { readonly name: string; readonly url: string }) =>
    folded(`${one.name} ${one.url}`).includes(folded(wanted.trim()));
  const found = projects?.filter(isFound) ?? [];
  return (
    <Menu
      widthPx={260}
      onClose={() => setWanted('')}
      button={
        <UnstyledButton className={classes.button} aria-label={t('Project: {name}', { name: whole })} title={whole}>
          <Mark name={name} />
          {!isCollapsed && (
            <>
              <span className={classes.texts}>
                <span className={classes.name}>{name}</span>
                {apart !== null && (
                  <Text span display="block" size="xs" fw={400} c="dimmed" lh={1.2} truncate>
                    {apart}
                  </Text>
                )}
              </span>
              <ChevronsUpDown size={16} aria-hidden color="var(--mantine-color-dimmed)" style={{ flex: 'none' }} />
            </>
          )}
        </UnstyledButton>
      }
    >
      {projects !== undefined && projects.length >= leastSearched && (
        <TextInput
          aria-label={t('Search the list')}
          placeholder={t('Search the list')}
          leftSection={<Search size={16} aria-hidden />}
          value={wanted}
          onChange={({ currentTarget: { value } }) => setWanted(value)}
          p="4px 4px 8px"
          data-autofocus
        />
      )}
      {projects !== undefined && found.length === 0 && (
        <Text size="sm" c="dimmed" px={12} py={8}>
          {t('Nothing matches “{search}”', { search: wanted })}
        </Text>
      )}
      {found.map(({ id, name: other, url, token }) => (
        <MenuItem
          key={id}
          leftSection={<Mark name={other} />}
          rightSection={id === project?.id && <Check size={16} aria-label={t('Selected')} />}
          onClick={() => id !== project?.id && void switchProject(token)}
        >
          {other}
          <Text size="xs" c="dimmed">
            {toldApartBy({ id, name: other, url }, projects ?? [])}
          </Text>
        </MenuItem>
      ))}
      {projects && projects.length > 0 && <MenuDivider />}
      {canManage && (
        <MenuItem leftSection={<FolderOpen size={16} aria-hidden />} to={linkTo('/owner/projects')}>
          {t('All projects')}
        </MenuItem>
      )}
      {session?.mayAddProjects !== false && (
        <MenuItem leftSection={<Plus size={16} aria-hidden />} onClick={() => change({ dialog: 'add-project' })}>
          {t('Add project')}
        </MenuItem>
      )}
    </Menu>
  );
}

function OnlyProject({ name, isCollapsed }: { readonly name: string; readonly isCollapsed: boolean }) {
  return (
    <div className={classes.only} role="group" aria-label={t('Project: {name}', { name })} title={name}>
      <Mark name={name} />
      {!isCollapsed && <span className={classes.name}>{name}</span>}
    </div>
  );
}

const Mark = ({ name }: { readonly name: string }) => (
  <span className={classes.mark} data-letter={name.slice(0, 1).toUpperCase()} aria-hidden />
);
