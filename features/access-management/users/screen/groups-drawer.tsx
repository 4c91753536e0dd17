import { Stack, Text, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { query, useCall } from '#ui/calls/queries.ts';
import { DrawerForm, FormSkeleton } from '#ui/form/drawer-form.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { toast } from '#ui/calls/toast.ts';
import { RecordGone, useRecordVersions } from '#ui/form/conflict.tsx';
import { LoadError } from '#ui/page/states.tsx';
import { useProjectTimeZone, useProfile } from '#ui/state/session.ts';
import { nameOf, PersonCell } from '#ui/item/person-cell.tsx';
import { useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t, msg } from '#ui/text/i18n.ts';
import { useGroupsRefusal } from './user-actions.tsx';
import { listUsers, type ProjectUser, readUser, updateUserGroups } from '#features/access-management/users/users.contract.ts';
import { userGroups } from '#contract/fields.ts';
import { sectionGroups, type Section } from '#contract/permission.ts';
import { groupNames } from '#ui/text/refusal.ts';

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

/** Without a group, a user sees nothing of the project. */
export const ChosenGroups = z.array(z.literal(userGroups)).check(z.minLength(1, { error: 'noGroup' }));
const GroupChanges = z.object({ user_groups: ChosenGroups });

export function GroupsDrawer() {
  const [{ edit: id }, change] = useAddress();
  const isOpen = typeof id === 'number';
  const { data: user, error, refetch } = useQuery({ ...query(readUser, { id: isOpen ? id : 0 }), enabled: isOpen });
  const refusalOf = useGroupsRefusal();
  const refusal = user && refusalOf(user);
  const close = () => change({ edit: undefined });
  return (
    <SideDrawer isOpen={isOpen} title={user ? t('Groups of {name}', { name: nameOf(user) }) : t('Groups')} onClose={close}>
      {user && refusal !== undefined && (
        <Stack gap={16}>
          <PersonCell person={user} />
          <Text size="sm">{refusal}</Text>
          <Since user={user} />
        </Stack>
      )}
      {isOpen && user && refusal === undefined && <GroupsForm key={id} id={id} user={user} close={close} />}
      {!user && error?.code === 'notFound' && <RecordGone close={close} />}
      {!user && error && error.code !== 'notFound' && <LoadError error={error} retry={() => void refetch()} />}
      {!user && !error && <FormSkeleton />}
    </SideDrawer>
  );
}

const idsOf = ({ user_groups: groups }: ProjectUser): UserGroup[] => groups.map(({ id }) => id as UserGroup);

interface GroupsFormProps {
  readonly id: number;
  readonly user: ProjectUser;
  readonly close: () => void;
}

function GroupsForm({ id, user, close }: GroupsFormProps) {
  const names = { user_groups: t('Groups') };
  const { begun, over, refused } = useRecordVersions(user, {
    newest: query(readUser, { id }),
    names,
    inputOf: (one) => ({ user_groups: idsOf(one) }),
    says: (_name, held) =>
      formats.list(groups.flatMap((group) => ((held as UserGroup[]).includes(group.id) ? [t(group.name)] : []))),
  });
  const update = useCall(updateUserGroups, { refreshes: [listUsers, readUser] });
  return (
    <DrawerForm
      key={idsOf(begun).join()}
      schema={GroupChanges}
      initial={{ user_groups: idsOf(begun) }}
      names={names}
      save={(values) => update.mutateAsync({ ...values, id, seen_groups: idsOf(over.current) })}
      onSaved={() => toast({ text: t('Saved.') })}
      saveLabel={t('Save changes')}
      isChange
      onClose={close}
      refused={refused}
    >
      {(form) => (
        <>
          <GroupChoice
            label={t('Groups')}
            error={form.field('user_groups').error}
            value={form.values.user_groups}
            onChange={(chosen) => form.set('user_groups', chosen)}
          />
          <Since user={user} />
        </>
      )}
    </DrawerForm>
  );
}

function Since({ user: { since, invited_by: inviter } }: { readonly user: ProjectUser }) {
  const timeZone = useProjectTimeZone();
  if (since === null) return null;
  const date = formats.dayIn(since, timeZone);
  return (
    <Text size="xs" c="dimmed">
      {inviter === null ? t('From {date}', { date }) : t('Since {date}, invited by {inviter}', { date, inviter })}
    </Text>
  );
}
