import { Checkbox, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useProfile } from '#ui/state/rights.ts';
import { t } from '#ui/text/i18n.ts';
import { groups, type UserGroup } from './groups.tsx';

interface GroupChoiceProps {
  readonly label: ReactNode;
  readonly error?: ReactNode;
  readonly value: readonly UserGroup[];
  readonly onChange: (chosen: UserGroup[]) => void;
}

/** The five groups. Those that the person doesn't have can't be given or taken. */
export function GroupChoice({ label, error, value, onChange }: GroupChoiceProps) {
  const { is_admin: isAdmin, is_owner: isOwner, user_groups: own } = useProfile();
  const has = (group: number) => isAdmin || isOwner || own.some(({ id }) => id === group);
  return (
    <Checkbox.Group
      label={label}
      error={error}
      value={value.map(String)}
      onChange={(chosen) => onChange(groups.filter(({ id }) => chosen.includes(String(id))).map(({ id }) => id))}
    >
      <Stack gap={12} mt={8} mb={4}>
        {groups.map(({ id, name, opens }) => (
          <Checkbox
            key={id}
            value={String(id)}
            label={t(name)}
            description={has(id) ? t(opens) : `${t(opens)} ${t("You don't have this group.")}`}
            disabled={!has(id)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
