import { Button, Text } from '@mantine/core';
import { Megaphone, Users } from 'lucide-react';
import { PersonCell } from '#ui/item/person-cell.tsx';
import { ListFilter, SearchInput } from '#ui/list/search-input.tsx';
import { useList } from '#ui/list/list.ts';
import { Table } from '#ui/list/table.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { Page } from '#ui/page/page.tsx';
import { Empty } from '#ui/page/states.tsx';
import { useProjectTimeZone } from '#ui/state/session.ts';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { AnnouncementDrawer } from '#features/super-admin/announcement/announcement-drawer.panel.tsx';
import { AccountDrawer, AccountStatus, ProjectCount, stateNames } from './account-drawer.tsx';
import { useAccountActions } from './account-actions.tsx';
import { type AccountState, listAccounts } from '#features/super-admin/all-users/all-users.contract.ts';

export default function AllUsersPage() {
  const timeZone = useProjectTimeZone();
  const [, change] = useAddress();
  const list = useList(listAccounts, {}, { sort: 'signed_up', order: 'desc' }, ['role', 'status', 'second_factor']);
  const actions = useAccountActions();
  const isAlone = list.totalCount === 1 && list.search === '' && Object.keys(list.filters ?? {}).length === 0;
  const about = { title: t('All users'), purpose: t('All accounts on this server.') };
  // No data: this server doesn't manage users.
  if ((list.answer as unknown) === null)
    return (
      <Page {...about}>
        <Empty icon={Users} title={t('Users are managed elsewhere.')} text={t('Manage them where they sign up.')} />
      </Page>
    );
  return (
    <Page
      {...about}
      secondary={
        <Button
          variant="default"
          leftSection={<Megaphone size={16} aria-hidden />}
          onClick={() => change({ dialog: 'announcement' })}
        >
          {t('Announcement')}
        </Button>
      }
      toolbar={
        <>
          <SearchInput list={list} label={t('Search the list')} />
          <ListFilter name="role" label={t('Role')} choices={{ administrator: t('Administrators') }} />
          <ListFilter
            name="status"
            label={t('Status')}
            choices={Object.fromEntries((Object.keys(stateNames) as AccountState[]).map((one) => [one, t(stateNames[one])]))}
          />
          <ListFilter name="second_factor" label={t('Two-factor')} choices={{ none: t('Without two-factor') }} />
        </>
      }
    >
      <Table
        label={t('All users')}
        list={list}
        columns={[
          { name: 'user', title: t('User'), cell: (account) => <PersonCell person={account} />, isSortable: true },
          { name: 'role', title: t('Role'), cell: ({ is_admin: isAdmin }) => (isAdmin ? t('Administrator') : t('User')) },
          {
            name: 'projects',
            title: t('Projects'),
            cell: (account) => <ProjectCount account={account} />,
            isSortable: true,
            isNumber: true,
          },
          {
            name: 'second_factor',
            title: t('Two-factor'),
            cell: ({ has_second_factor: isOn }) => (isOn ? t('On') : t('Off')),
            isWideOnly: true,
          },
          { name: 'status', title: t('Status'), cell: (account) => <AccountStatus account={account} /> },
          {
            name: 'last_seen',
            title: t('Last seen'),
            cell: ({ last_seen_at: at }) => (at === null ? '–' : <Moment at={at} />),
            isSortable: true,
            isWideOnly: true,
          },
          {
            name: 'signed_up',
            title: t('Signed up'),
            cell: ({ created_at: at }) => <span style={{ whiteSpace: 'nowrap' }}>{formats.dayIn(at, timeZone)}</span>,
            isSortable: true,
            isWideOnly: true,
          },
        ]}
        keyOf={({ id }) => id}
        opens={({ id }) => ({ account: id })}
        actions={actions}
        empty={null}
      />
      {isAlone && (
        <Text size="sm" c="dimmed" mt={16}>
          {t('Nobody else has an account yet.')}{' '}
          <AllowedLink needs="access" to={linkTo('/access-management/users', { edit: 'new' })}>
            {t('Invite user')}
          </AllowedLink>
        </Text>
      )}
      <AccountDrawer />
      <AnnouncementDrawer />
    </Page>
  );
}
