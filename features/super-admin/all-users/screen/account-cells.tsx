import { Text } from '@mantine/core';
import { Status } from '#ui/page/status.tsx';
import { msg, t } from '#ui/text/i18n.ts';
import type { Account, AccountState } from '#features/super-admin/all-users/all-users.contract.ts';

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
  return owned === 0 ? projects : t('{projects}, owner of {owned}', { projects, owned });
}
