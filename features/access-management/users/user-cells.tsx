import { ShieldCheck } from 'lucide-react';
import { Badge, Group, Text } from '@mantine/core';
import { Status, type StatusKind } from '#console-kit/page/status.tsx';
import { msg, t } from '#console-kit/text/i18n.ts';
import { groups } from './groups.tsx';
import classes from './user-cells.module.css';
import type { ProjectUser, UserState } from './users.contract.ts';

interface UserCellProps {
  readonly user: ProjectUser;
}

export function UserGroupsCell({ user }: UserCellProps) {
  if (user.is_owner) return t('Owner – all groups');
  const names = groups.filter(({ id }) => user.user_groups.some((group) => group.id === id)).map(({ name }) => t(name));
  return (
    <>
      <Group gap={4} className={classes.names}>
        {names.map((name) => (
          <Badge key={name} variant="default" size="sm" tt="none" fw={500}>
            {name}
          </Badge>
        ))}
      </Group>
      <span className={classes.count} title={names.join(', ')}>
        {t('{count} groups', { count: names.length })}
      </span>
    </>
  );
}

export const stateNames: Readonly<Record<UserState, string>> = {
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

export function UserStatus({ user: { status } }: UserCellProps) {
  if (status !== 'active') return <Status kind={kinds[status]} label={t(stateNames[status])} />;
  return (
    <Text size="sm" c="dimmed" component="span">
      {t(stateNames.active)}
    </Text>
  );
}

export function SecondFactorMark({ user }: UserCellProps) {
  return user.has_second_factor && <ShieldCheck size={16} role="img" aria-label={t('Two-factor authentication is on')} />;
}
