import { Ban, KeyRound, ShieldCheck, ShieldOff, Trash2, UserCog } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { refresh, useAction } from '#ui/calls/queries.ts';
import { copyText } from '#ui/code/copy-button.tsx';
import { confirm } from '#ui/dialog/confirm.tsx';
import { toast } from '#ui/calls/toast.ts';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { useProfile } from '#ui/state/session.ts';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { turnOffForUser } from '#features/account/account.contract.ts';
import {
  type Account,
  blockAccount,
  changeAdministrator,
  deleteAccount,
  listAccounts,
  mailResetLink,
  readAccount,
  unblockAccount,
} from '#features/super-admin/all-users/all-users.contract.ts';

const shown = [listAccounts, readAccount];
const linkMs = 60_000;

export function useAccountActions(): (account: Account) => readonly RowAction[] {
  const client = useQueryClient();
  const { id: ownId } = useProfile();
  const [, change] = useAddress();
  const block = useAction(blockAccount, { refreshes: shown, done: t('Blocked.') });
  const unblock = useAction(unblockAccount, { refreshes: shown, done: t('Unblocked.') });
  const send = useAction(mailResetLink);
  const setAdministrator = useAction(changeAdministrator, { refreshes: shown, done: t('Saved.') });
  const turnOff = useAction(turnOffForUser, { refreshes: shown, done: t('Turned off.') });
  const remove = useAction(deleteAccount, { refreshes: shown, done: t('Deleted.') });
  // Another administrator may have been first.
  const refused = { onError: () => void refresh(client, shown) };

  const showLink = async (email: string, link: string | null) => {
    if (link === null) return toast({ text: t('Sent to {email}.', { email }) });
    if (await copyText(link)) return toast({ text: t('No mail server: the link is copied. Send it yourself.') });
    toast({ text: t('No mail server: send this link yourself. {link}', { link }), durationMs: linkMs });
  };
  const askDelete = async ({ id, email, project_count: count }: Account) => {
    const isSure = await confirm({
      title: t('Delete “{name}”?', { name: email }),
      text: t('This also deletes the account’s settings and {count} memberships. Past changes keep the name.', { count }),
      confirmLabel: t('Delete account'),
      isDanger: true,
      typed: email,
    });
    if (isSure) remove.mutate({ id, email }, { ...refused, onSuccess: () => change({ account: undefined }) });
  };

  return (account) => {
    const { id, managed_at, email, is_admin: isAdmin, session_count: count, only_owner_of: owned } = account;
    const projects = owned.join(', ');
    const isActive = account.status === 'active';
    const ofSelf = id === ownId ? t("You can't change yourself.") : undefined;
    const whileBlocked = isActive ? undefined : t('Unblock the account first.');
    const blocking: RowAction = {
      label: t('Block'),
      icon: Ban,
      run: () => block.mutate({ id, managed_at }, refused),
      disabledReason: ofSelf,
      question: {
        text: [
          t('Block {email}? All {count} sessions end now, in all projects.', { email, count }),
          ...(owned.length === 0 ? [] : [t('Nobody else owns {projects}.', { projects })]),
        ].join(' '),
        yes: t('Block'),
      },
    };
    const unblocking: RowAction = {
      label: t('Unblock'),
      icon: ShieldCheck,
      run: () => unblock.mutate({ id, managed_at }, refused),
    };
    const administrating: RowAction = {
      label: isAdmin ? t('Remove administrator') : t('Make administrator'),
      icon: UserCog,
      run: () => setAdministrator.mutate({ id, managed_at, is_admin: !isAdmin }, refused),
      disabledReason: isAdmin ? ofSelf : whileBlocked,
      question: isAdmin
        ? { text: t('Remove {email} as administrator?', { email }), yes: t('Remove') }
        : {
            text: t('Make {email} an administrator with full access to all projects and accounts?', { email }),
            yes: t('Make administrator'),
          },
    };
    const turningOff: RowAction = {
      label: t('Turn off two-factor authentication'),
      icon: ShieldOff,
      run: () => turnOff.mutate({ id }, refused),
      disabledReason: ofSelf,
      question: {
        text: t('Turn off two-factor authentication for {email}?', { email }),
        yes: t('Turn off'),
      },
    };
    return [
      {
        label: t('Send reset link'),
        icon: KeyRound,
        run: () => send.mutate({ id }, { onSuccess: ({ link }) => void showLink(email, link) }),
        disabledReason: whileBlocked,
      },
      isActive ? blocking : unblocking,
      administrating,
      ...(account.has_second_factor ? [turningOff] : []),
      {
        label: t('Delete account'),
        icon: Trash2,
        run: () => void askDelete(account),
        disabledReason: ofSelf ?? (owned.length === 0 ? undefined : t('Transfer ownership of {projects} first.', { projects })),
        shortcut: 'Delete',
      },
    ];
  };
}
