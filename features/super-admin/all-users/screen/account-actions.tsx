import { Ban, KeyRound, ShieldCheck, ShieldOff, Trash2, UserCog } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import type { CallError } from '#ui/calls/call-error.ts';
import { refresh, useAction } from '#ui/calls/queries.ts';
import { copyText } from '#ui/code/copy-text.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import { toast } from '#ui/calls/toast.ts';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { useProfile } from '#ui/state/rights.ts';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { turnOffForUser } from '#features/account/second-factor/second-factor.contract.ts';
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
/** Long enough to mark and copy a link. */
const linkMs = 60_000;

export function useAccountActions(): (account: Account) => readonly RowAction[] {
  const blocking = useBlocking();
  const linking = useLinking();
  const naming = useNaming();
  const turningOff = useTurningOff();
  const deleting = useDeleting();
  return (account) => [
    blocking(account),
    linking(account),
    naming(account),
    ...(account.has_second_factor ? [turningOff(account)] : []),
    deleting(account),
  ];
}

/** Somebody else was faster: what the list shows is no longer so. */
function useRefused() {
  const client = useQueryClient();
  return { onError: (_error: CallError) => void refresh(client, shown) };
}

function useSelfRefusal(): (account: Account) => string | undefined {
  const { id } = useProfile();
  return (account) => (account.id === id ? t("You can't change yourself.") : undefined);
}

function useBlocking(): (account: Account) => RowAction {
  const refused = useRefused();
  const selfRefusal = useSelfRefusal();
  const block = useAction(blockAccount, { refreshes: shown, done: t('The account was blocked.') });
  const unblock = useAction(unblockAccount, { refreshes: shown, done: t('The account was unblocked.') });
  return (account) => {
    const { id, managed_at, email, status, session_count: count, only_owner_of: owned } = account;
    if (status !== 'active')
      return { label: t('Unblock account'), icon: ShieldCheck, run: () => unblock.mutate({ id, managed_at }, refused) };
    const asked = t('Block {email}? All {count} sessions end now, in all projects.', { email, count });
    const left = owned.length === 0 ? [] : [t('Nobody else owns {projects}.', { projects: owned.join(', ') })];
    return {
      label: t('Block account'),
      icon: Ban,
      run: () => block.mutate({ id, managed_at }, refused),
      disabledReason: selfRefusal(account),
      question: { text: [asked, ...left].join(' '), yes: t('Block account') },
    };
  };
}

function useLinking(): (account: Account) => RowAction {
  const send = useAction(mailResetLink);
  return ({ id, email, status }) => {
    const tell = async (link: string | null) => {
      if (link === null) return toast({ text: t('A link to a new password is on its way to {email}.', { email }) });
      if (await copyText(link)) return toast({ text: t('No mail server: the link is copied. Send it yourself.') });
      toast({ text: t('No mail server: send this link yourself. {link}', { link }), durationMs: linkMs });
    };
    return {
      label: t('Send reset link'),
      icon: KeyRound,
      run: () => send.mutate({ id }, { onSuccess: ({ link }) => void tell(link) }),
      disabledReason: status === 'active' ? undefined : t('Unblock the account first.'),
    };
  };
}

function useNaming(): (account: Account) => RowAction {
  const refused = useRefused();
  const selfRefusal = useSelfRefusal();
  const name = useAction(changeAdministrator, { refreshes: shown, done: t('Saved.') });
  return (account) => {
    const { id, managed_at, email, is_admin: isAdmin, status } = account;
    const run = () => name.mutate({ id, managed_at, is_admin: !isAdmin }, refused);
    if (isAdmin)
      return {
        label: t('Take away administrator'),
        icon: UserCog,
        run,
        disabledReason: selfRefusal(account),
        question: {
          text: t('Take the administration of this server away from {email}? Their projects stay theirs.', { email }),
          yes: t('Take away'),
        },
      };
    return {
      label: t('Make administrator'),
      icon: UserCog,
      run,
      disabledReason: status === 'active' ? undefined : t('Unblock the account first.'),
      question: {
        text: t('Make {email} an administrator? They may then do everything, in all projects and with all accounts.', { email }),
        yes: t('Make administrator'),
      },
    };
  };
}

/** For who has lost their app and their recovery codes. */
function useTurningOff(): (account: Account) => RowAction {
  const refused = useRefused();
  const selfRefusal = useSelfRefusal();
  const turnOff = useAction(turnOffForUser, { refreshes: shown, done: t('Two-factor authentication is off.') });
  return (account) => ({
    label: t('Turn off two-factor'),
    icon: ShieldOff,
    run: () => turnOff.mutate({ id: account.id }, refused),
    disabledReason: selfRefusal(account),
    question: {
      text: t('Turn off two-factor authentication for {email}? Their password alone signs them in then.', {
        email: account.email,
      }),
      yes: t('Turn off'),
    },
  });
}

function useDeleting(): (account: Account) => RowAction {
  const refused = useRefused();
  const selfRefusal = useSelfRefusal();
  const [, change] = useAddress();
  const remove = useAction(deleteAccount, { refreshes: shown, done: t('The account was deleted.') });
  return (account) => {
    const { id, email, project_count: count, only_owner_of: owned } = account;
    const ask = async () => {
      const isSure = await confirm({
        title: t('Delete account'),
        text: t('Delete {email}? The account, its settings and its {count} memberships are lost. Changes keep the name.', {
          email,
          count,
        }),
        confirmLabel: t('Delete account'),
        isDanger: true,
        typed: email,
      });
      // Its drawer, where it is open, has nothing to show any more.
      if (isSure) remove.mutate({ id, email }, { ...refused, onSuccess: () => change({ account: undefined }) });
    };
    return {
      label: t('Delete account'),
      icon: Trash2,
      run: () => void ask(),
      disabledReason:
        selfRefusal(account) ??
        (owned.length === 0 ? undefined : t('Give {projects} another owner first.', { projects: owned.join(', ') })),
      shortcut: 'Delete',
    };
  };
}
