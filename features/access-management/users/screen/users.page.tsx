import { Badge, Group, Text } from '@mantine/core';
import { ShieldCheck, Users } from 'lucide-react';
import { PersonCell } from '#ui/item/person-cell.tsx';
import { AddButton } from '#ui/page/allowed-button.tsx';
import { ListFilter, SearchInput } from '#ui/list/search-input.tsx';
import { useList } from '#ui/list/list.ts';
import { Table } from '#ui/list/table.tsx';
import { Page } from '#ui/page/page.tsx';
import { Empty } from '#ui/page/states.tsx';
import { useAddress } from '#ui/state/address.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { groups, GroupsDrawer } from './groups-drawer.tsx';
import { InviteDrawer } from './invite-drawer.tsx';
import { useUserActions } from './user-actions.tsx';
import { listUsers, type ProjectUser, type UserState } from '#features/access-management/users/users.contract.ts';
import { Status, type StatusKind } from '#ui/page/status.tsx';

interface UserCellProps {
  readonly user: ProjectUser;
}

function UserGroupsCell({ user }: UserCellProps) {
  if (user.is_owner) return t('Owner – all groups');
  const names = groups.filter(({ id }) => user.user_groups.some((group) => group.id === id)).map(({ name }) => t(name));
  return (
    <Group gap={4}>
      {names.map((name) => (
        <Badge key={name} variant="default" size="sm" tt="none" fw={500}>
          {name}
        </Badge>
      ))}
    </Group>
  );
}

const stateNames: Readonly<Record<UserState, string>> = {
  active: msg('Active'),
  blocked: msg('Blocked'),
  invited: msg('Invited'),
  invitationExpired: msg('Invitation expired'),
};
const kinds: Readonly<Record<Exclude<UserState, 'active'>, StatusKind>> = {
  blocked: 'error',
  invited: 'waiting',
  invitationExpired: 'error',
};

function UserStatus({ user: { status } }: UserCellProps) {
  if (status !== 'active') return <Status kind={kinds[status]} label={t(stateNames[status])} />;
  return (
    <Text size="sm" c="dimmed" component="span">
      {t(stateNames.active)}
    </Text>
  );
}

function SecondFactorMark({ user }: UserCellProps) {
  if (user.has_second_factor) return <ShieldCheck size={16} role="img" aria-label={t('Two-factor authentication is on')} />;
  return (
    <Text span inherit c="dimmed">
      {t('Off')}
    </Text>
  );
}

export default function UsersPage() {
  const [, change] = useAddress();
  const list = useList(listUsers, {}, {}, ['group', 'status']);
  const actions = useUserActions();
  // No data: this server doesn't manage users.
  if ((list.answer as unknown) === null) return <ManagedElsewhere />;
  return (
    <Page
      title={t('Users')}
      purpose={t('Who works in this project.')}
      primary={<AddButton label={t('Invite user')} onClick={() => change({ edit: 'new' })} />}
      toolbar={
        <>
          <SearchInput list={list} label={t('Search the list')} />
          <ListFilter name="group" label={t('Group')} choices={Object.fromEntries(groups.map(({ id, name }) => [id, t(name)]))} />
          <ListFilter
            name="status"
            label={t('Status')}
            choices={Object.fromEntries((Object.keys(stateNames) as UserState[]).map((one) => [one, t(stateNames[one])]))}
          />
        </>
      }
    >
      <Table
        label={t('Users')}
        list={list}
        columns={[
          { name: 'user', title: t('User'), cell: (user) => <PersonCell person={user} />, isSortable: true },
          { name: 'groups', title: t('Groups'), cell: (user) => <UserGroupsCell user={user} /> },
          { name: 'status', title: t('Status'), cell: (user) => <UserStatus user={user} /> },
          {
            name: 'second_factor',
            title: t('Two-factor authentication'),
            cell: (user) => <SecondFactorMark user={user} />,
            isWideOnly: true,
          },
          {
            name: 'last_seen',
            title: t('Last seen'),
            cell: ({ last_seen_at: at }) => at !== null && <Moment at={at} />,
            isTitledOnCard: true,
            isSortable: true,
          },
        ]}
        keyOf={({ id, invitation_id: invitationId }) => (id === null ? `invitation ${invitationId}` : id)}
        opens={({ id }) => (id === null ? undefined : { edit: id })}
        actions={actions}
        empty={null}
      />
      <InviteDrawer />
      <GroupsDrawer />
    </Page>
  );
}

function ManagedElsewhere() {
  return (
    <Page title={t('Users')} purpose={t('Who works in this project.')}>
      <Empty icon={Users} title={t('Users are managed elsewhere.')} text={t('Manage them where they sign up.')} />
    </Page>
  );
}
