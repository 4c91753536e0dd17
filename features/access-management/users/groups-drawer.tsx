import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { query, useCall } from '#console-kit/calls/queries.ts';
import { DrawerForm, FormSkeleton, SideDrawer } from '#console-kit/dialog/side-drawer.tsx';
import { toast } from '#console-kit/dialog/toast.tsx';
import { RecordGone } from '#console-kit/form/record-gone.tsx';
import { LoadError } from '#console-kit/page/states.tsx';
import { useProjectTimeZone } from '#console-kit/session/rights.ts';
import { nameOf, PersonCell } from '#console-kit/item/person-cell.tsx';
import { useAddress } from '#console-kit/state/address.ts';
import { useFormats } from '#console-kit/text/format.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { GroupChoice } from './group-choice.tsx';
import type { UserGroup } from './groups.tsx';
import { useGroupsRefusal } from './user-actions.tsx';
import { listUsers, type ProjectUser, readUser, updateUserGroups, userGroups } from './users.contract.ts';

/** Somebody needs a group, or they see nothing of the project. */
export const ChosenGroups = z.array(z.literal(userGroups)).check(z.minLength(1, { error: 'noGroup' }));
const GroupChanges = z.object({ user_groups: ChosenGroups });

/** The groups of a user. Its address is `?edit=3`. */
export function GroupsDrawer() {
  const t = useText();
  const [address, change] = useAddress();
  const id = Number(address['edit']);
  const isOpen = Number.isInteger(id) && id > 0;
  const { data: user, error, refetch } = useQuery({ ...query(readUser, { id }), enabled: isOpen });
  const update = useCall(updateUserGroups, { refreshes: [listUsers, readUser] });
  const refusalOf = useGroupsRefusal();
  const refusal = user && refusalOf(user);
  const close = () => change({ edit: undefined });
  return (
    <SideDrawer isOpen={isOpen} title={user ? t('Groups of {name}', { name: nameOf(user) }) : t('Edit groups')} onClose={close}>
      {user && refusal !== undefined && (
        <Stack gap={16}>
          <PersonCell person={user} />
          <Text size="sm">{refusal}</Text>
          <Since user={user} />
        </Stack>
      )}
      {user && refusal === undefined && (
        <DrawerForm
          key={user.id}
          schema={GroupChanges}
          initial={{ user_groups: user.user_groups.map((group) => group.id as UserGroup) }}
          names={{ user_groups: t('Groups') }}
          save={(values) => update.mutateAsync({ ...values, id })}
          onSaved={() => toast({ text: t('The groups were saved. They hold from now on.') })}
          saveLabel={t('Save changes')}
          isChange
          foot={<Since user={user} />}
          onClose={close}
        >
          {(form) => (
            <GroupChoice
              label={t('Groups')}
              error={form.field('user_groups').error}
              value={form.values.user_groups}
              onChange={(chosen) => form.set('user_groups', chosen)}
            />
          )}
        </DrawerForm>
      )}
      {!user && error?.code === 'notFound' && <RecordGone close={close} />}
      {!user && error && error.code !== 'notFound' && <LoadError error={error} retry={() => void refetch()} />}
      {!user && !error && <FormSkeleton />}
    </SideDrawer>
  );
}

function Since({ user: { since, invited_by: inviter } }: { readonly user: ProjectUser }) {
  const t = useText();
  const { dayIn } = useFormats();
  const timeZone = useProjectTimeZone();
  if (since === null) return null;
  const date = dayIn(since, timeZone);
  return (
    <Text size="xs" c="dimmed">
      {inviter === null ? t('Since {date}', { date }) : t('Since {date}, invited by {inviter}', { date, inviter })}
    </Text>
  );
}
