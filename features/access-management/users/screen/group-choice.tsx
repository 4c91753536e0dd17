import { Checkbox, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useProfile } from '#ui/state/rights.ts';
import { t, msg } from '#ui/text/i18n.ts';
import { sectionGroups, type Section } from '#contract/permission.ts';
import { groupNames } from '#ui/text/refusal.ts';
import type { userGroups } from '#features/access-management/users/users.contract.ts';

export type UserGroup = (typeof userGroups)[number];
interface Group {
  readonly id: UserGroup;
  readonly name: string;
  readonly opens: string;
}

const opens: Readonly<Record<Section, string>> = {
  analytics: msg('See what visitors search for.'),
  search: msg('Change rules and relevance, publish.'),
  data: msg('Feeds, collections, schema, phrases.'),
  developer: msg('Preview tools, plugin, API.'),
  access: msg('Invite users and set groups.'),
};

export const groups: readonly Group[] = (Object.keys(sectionGroups) as Section[]).map((section) => ({
  id: sectionGroups[section],
  name: groupNames[section],
  opens: opens[section],
}));

interface GroupChoiceProps {
  readonly label: ReactNode;
  readonly error?: ReactNode;
  readonly value: readonly UserGroup[];
  readonly onChange: (chosen: UserGroup[]) => void;
}

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
