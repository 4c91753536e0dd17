import { Ban, Copy, MailX, Pencil, Send, ShieldCheck, UserMinus } from 'lucide-react';
import { useAction } from '#ui/calls/queries.ts';
import { copyText } from '#ui/code/copy-button.tsx';
import { toast } from '#ui/calls/toast.ts';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { useProfile, useProject } from '#ui/state/session.ts';
import { nameOf } from '#ui/item/person-cell.tsx';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { inviteUser } from '#features/access-management/invitations/invitations.contract.ts';
import type { UserGroup } from './groups-drawer.tsx';
import {
  blockUser,
  listUsers,
  type ProjectUser,
  readUser,
  removeUser,
  unblockUser,
} from '#features/access-management/users/users.contract.ts';

export function useUserActions(): (user: ProjectUser) => readonly RowAction[] {
  const ofInvitation = useInvitationActions();
  const ofUser = useMemberActions();
  return (user) => (user.id === null ? ofInvitation(user) : ofUser(user, user.id));
}

const showing = { refreshes: [listUsers, readUser] };

function useMemberActions(): (user: ProjectUser, id: number) => readonly RowAction[] {
  const [, change] = useAddress();
  const refusalOf = useUserRefusal();
  const groupsRefusalOf = useGroupsRefusal();
  const project = useProject()?.name ?? '';
  const block = useAction(blockUser, { ...showing, done: t('Blocked.') });
  const unblock = useAction(unblockUser, { ...showing, done: t('Unblocked.') });
  const remove = useAction(removeUser, { ...showing, done: t('Removed.') });
  return (user, id) => {
    const name = nameOf(user);
    const disabledReason = refusalOf(user);
    const accountBlock = user.is_account_blocked ? t('An administrator has blocked the whole account.') : undefined;
    const blocking: RowAction =
      user.status === 'blocked'
        ? {
            label: t('Unblock'),
            icon: ShieldCheck,
            run: () => unblock.mutate({ id }),
            disabledReason: disabledReason ?? accountBlock,
          }
        : {
            label: t('Block'),
            icon: Ban,
            run: () => block.mutate({ id }),
            disabledReason,
            question: {
              text: t('Block {name} in “{project}”?', { name, project }),
              yes: t('Block'),
            },
          };
    return [
      {
        label: t('Groups'),
        icon: Pencil,
        run: () => change({ edit: id }),
        disabledReason: groupsRefusalOf(user),
        shortcut: 'e',
      },
      blocking,
      {
        label: t('Remove'),
        icon: UserMinus,
        run: () => remove.mutate({ id }),
        disabledReason,
        question: { text: t('Remove {name} from the project?', { name }), yes: t('Remove') },
        shortcut: 'Delete',
      },
    ];
  };
}

function useUserRefusal(): (user: ProjectUser) => string | undefined {
  const { id, is_admin: isAdmin } = useProfile();
  return (user) => {
    if (user.id === id) return t("You can't change yourself.");
    if (user.is_admin) return t('Administrators have access to every project.');
    if (user.is_owner && !isAdmin) return t('Only an administrator changes owners.');
    return undefined;
  };
}

export function useGroupsRefusal(): (user: ProjectUser) => string | undefined {
  const refusalOf = useUserRefusal();
  return (user) => refusalOf(user) ?? (user.is_owner ? t('Owners have all groups.') : undefined);
}

function useInvitationActions(): (user: ProjectUser) => readonly RowAction[] {
  const { is_admin: isAdmin, is_owner: isOwner, user_groups: own } = useProfile();
  const invite = useAction(inviteUser, showing);
  const withdraw = useAction(removeUser, { ...showing, done: t('Withdrawn.') });
  return ({ email, invitation_id: invitationId, user_groups: given, is_link_shown: isLinkShown }) => {
    const again = { email, user_groups: given.map(({ id }) => id as UserGroup) };
    const isForeign = !isAdmin && !isOwner && given.some(({ id }) => !own.some((group) => group.id === id));
    const disabledReason = isForeign ? t("You don't have all of these groups.") : undefined;
    const tellSent = (isMailed: boolean) =>
      toast({
        text: isMailed
          ? t('Invited. The link is valid for 7 days.')
          : t('It was sent today already. The link is valid for 7 days.'),
      });
    const copy = async (link: string | null) => {
      if (link !== null && (await copyText(link)))
        toast({ text: t('The link is copied. It is valid for 7 days; earlier links are not.') });
    };
    return [
      {
        label: t('Send again'),
        icon: Send,
        run: () => invite.mutate(again, { onSuccess: ({ is_mailed: isMailed }) => tellSent(isMailed) }),
        disabledReason,
      },
      {
        label: t('Copy link'),
        icon: Copy,
        run: () => invite.mutate(again, { onSuccess: ({ link }) => void copy(link) }),
        disabledReason: disabledReason ?? (isLinkShown ? undefined : t('The link is only in the mail.')),
      },
      {
        label: t('Withdraw'),
        icon: MailX,
        run: () => withdraw.mutate({ invitation_id: invitationId ?? 0 }),
        question: { text: t('Withdraw the invitation of {email}?', { email }), yes: t('Withdraw') },
        shortcut: 'Delete',
      },
    ];
  };
}
