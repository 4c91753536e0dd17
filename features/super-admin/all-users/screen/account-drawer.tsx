import { Anchor, Badge, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#ui/calls/queries.ts';
import { FormSkeleton } from '#ui/form/drawer-form.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { RecordGone } from '#ui/form/conflict.tsx';
import { nameOf, PersonCell } from '#ui/item/person-cell.tsx';
import { ActionButtons } from '#ui/list/row-actions.tsx';
import { LoadError } from '#ui/page/states.tsx';
import { groupNames } from '#ui/text/refusal.ts';
import { switchProject } from '#ui/dialog/may-leave.ts';
import { useAddress } from '#ui/state/address.ts';
import { t, msg } from '#ui/text/i18n.ts';
import { type Section, sectionGroups } from '#contract/permission.ts';
import { ActivityTable } from '#features/account/screen/activity.panel.tsx';
import { useAccountActions } from './account-actions.tsx';
import {
  type AccountWhole,
  readAccount,
  type Account,
  type AccountState,
} from '#features/super-admin/all-users/all-users.contract.ts';
import { Status } from '#ui/page/status.tsx';

export function AccountDrawer() {
  const [{ account: id }, change] = useAddress();
  const isOpen = id !== undefined;
  const { data: account, error, refetch } = useQuery({ ...query(readAccount, { id: id ?? 0 }), enabled: isOpen });
  const close = () => change({ account: undefined });
  return (
    <SideDrawer isOpen={isOpen} title={account ? nameOf(account) : t('User')} onClose={close}>
      {account && <AccountParts account={account} />}
      {!account && error?.code === 'notFound' && <RecordGone close={close} />}
      {!account && error && error.code !== 'notFound' && <LoadError error={error} retry={() => void refetch()} />}
      {!account && !error && <FormSkeleton />}
    </SideDrawer>
  );
}

function AccountParts({ account }: { readonly account: AccountWhole }) {
  const actionsOf = useAccountActions();
  return (
    <Stack gap={24}>
      <Group justify="space-between">
        <PersonCell person={account} />
        <AccountStatus account={account} />
      </Group>
      <Group gap={8}>
        <ActionButtons actions={actionsOf(account)} />
      </Group>
      <Stack gap={8}>
        <Title order={3}>{t('Projects')}</Title>
        {account.projects.length === 0 && <Text c="dimmed">{t('No project yet')}</Text>}
        {account.projects.map((project) => (
          <Membership key={project.id} project={project} />
        ))}
      </Stack>
      <Stack gap={8}>
        <Title order={3}>{t('Sign-ins and changes')}</Title>
        {account.activity.length === 0 ? (
          <Text c="dimmed">{t('Nothing in the last 90 days.')}</Text>
        ) : (
          <ActivityTable rows={account.activity} />
        )}
      </Stack>
    </Stack>
  );
}

const usersAddress = '/access-management/users';

function Membership({ project }: { readonly project: AccountWhole['projects'][number] }) {
  const { name, token, is_owner: isOwner, is_blocked: isBlocked, user_groups: held } = project;
  const names = (Object.keys(sectionGroups) as Section[])
    .filter((section) => held.some(({ id }) => id === sectionGroups[section]))
    .map((section) => t(groupNames[section]));
  return (
    <Group justify="space-between" gap={8}>
      <Anchor component="button" type="button" size="sm" onClick={() => void switchProject(token, usersAddress)}>
        {name}
      </Anchor>
      <Group gap={4}>
        {isOwner && (
          <Badge variant="default" tt="none" fw={500}>
            {t('Owner')}
          </Badge>
        )}
        {isBlocked && (
          <Badge variant="default" tt="none" fw={500}>
            {t('Blocked')}
          </Badge>
        )}
        <Text size="sm" c="dimmed">
          {names.join(', ')}
        </Text>
      </Group>
    </Group>
  );
}

export const stateNames: Readonly<Record<AccountState, string>> = {
  active: msg('Active'),
  blocked: msg('Blocked'),
  deactivated: msg('Deactivated'),
};

export function AccountStatus({ account: { status } }: { readonly account: Account }) {
  if (status !== 'active') return <Status kind={status === 'blocked' ? 'error' : 'off'} label={t(stateNames[status])} />;
  return (
    <Text size="sm" c="dimmed" component="span">
      {t(stateNames.active)}
    </Text>
  );
}

export function ProjectCount({ account: { project_count: projects, owned_count: owned } }: { readonly account: Account }) {
  if (owned === projects && owned > 0) return `${projects} · ${t('Owner')}`;
  return owned === 0 ? projects : t('{projects}, owner of {owned}', { projects, owned });
}
