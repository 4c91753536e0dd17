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
import { type AccountRow, accountStore, type ByUser, managedAccount } from './all-users.store.ts';
import { lastSeen } from '#server/secrets/sessions.ts';
import { activityStore, endMailedLinks, ownProjectStore } from '#features/account/server/account.store.ts';
import { lastOnes } from '#features/account/server/last-ones.store.ts';
import { sendResetLink } from '#features/account/server/password-reset.server.ts';
import { toPage } from '#contract/page.ts';
import type { Caller } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import type { Database } from '#server/db/schema.ts';
import { fail, failField, foundIn } from '#server/base/fail.ts';
import { Answer, serve } from '#server/app/serve.ts';
import { countSharedAttempts } from '#server/limits/attempts.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { searchText } from '#server/db/row-scope.ts';

type Asked = Pick<ParsedInputOf<typeof listAccounts>, 'search' | 'status' | 'role' | 'second_factor' | 'sort' | 'order'>;
interface Known {
  readonly lastSeen: ByUser;
  readonly projectCounts: ByUser;
}

const names = new Intl.Collator(undefined, { numeric: true });
const byName = (one: AccountRow, other: AccountRow): number =>
  names.compare(`${one.name} ${one.surname}`, `${other.name} ${other.surname}`) || names.compare(one.email, other.email);

function accountsFor(accounts: readonly AccountRow[], asked: Asked, { lastSeen, projectCounts }: Known): AccountRow[] {
  const wanted = searchText([asked.search]);
  const valueOf = ({ id, created_at: at }: AccountRow): number => {
    if (asked.sort === 'last_seen') return lastSeen.get(id) ?? 0;
    return asked.sort === 'projects' ? (projectCounts.get(id) ?? 0) : at;
  };
  const sign = asked.order === 'desc' ? -1 : 1;
  return accounts
    .filter(
      ({ name, surname, email, status, is_admin: isAdmin, has_second_factor: hasSecondFactor }) =>
        (asked.status === undefined || status === asked.status) &&
        (asked.role === undefined || isAdmin) &&
        (asked.second_factor === undefined || !hasSecondFactor) &&
        (wanted === '' || searchText([`${name} ${surname}`, email]).includes(wanted)),
    )
    .toSorted((one, other) =>
      asked.sort === 'user'
        ? sign * byName(one, other)
        : sign * (valueOf(one) - valueOf(other)) || byName(one, other) || one.id - other.id,
    );
}

type Administrator = Caller<'admin'>;
type Work = (account: AccountRow, managed: ReturnType<typeof managedAccount>, transaction: Database) => Promise<void>;

const hourSeconds = 3_600;
export const mostResetLinks = 10;
const toldActivity = 20;

export function serveAllUsers(app: App): void {
  const { db, settings } = app;
  const accounts = accountStore(db);
  const resetLinks = countSharedAttempts(db, {
    name: 'reset links by administrators',
    maximum: mostResetLinks,
    windowSeconds: hourSeconds,
  });

  const refuseElsewhere = (): void => {
    if (!settings.managesUsers) throw fail('usersElsewhere');
  };
  const found = async (id: number, db?: Database): Promise<AccountRow> =>
    foundIn(await (db ? accountStore(db) : accounts).find(id), 'user');
  async function shown(rows: readonly AccountRow[], seen: ByUser): Promise<Account[]> {
    if (rows.length === 0) return [];
    const onlyOwned = await lastOnes(db).onlyOwnedBy(rows.map(({ id }) => id));
    return accounts.shown(rows, { lastSeen: seen, onlyOwned });
  }
  async function shownOne(id: number): Promise<Account> {
    const [account] = await shown([await found(id)], await lastSeen(db));
    return foundIn(account, 'user');
  }

  /** Locks administrators. Refuses one's own account. */
  async function manage({ user }: Administrator, id: number, work: Work): Promise<void> {
    refuseElsewhere();
    await db.transaction().execute(async (transaction) => {
      const last = lastOnes(transaction);
      await last.hold.administrators();
      const account = await found(id, transaction);
      // If two administrators remove each other, the first wins.
      if (id === user.id || !(await last.administrators()).includes(user.id)) throw fail('notAllowed');
      await work(account, managedAccount(transaction, id), transaction);
    });
  }

  /** As `manage`, with a check and a new version of the account. */
  async function change(
    caller: Administrator,
    { id, managed_at: seen }: Pick<AccountRow, 'id' | 'managed_at'>,
    work: Work,
  ): Promise<Account> {
    await manage(caller, id, async (account, managed, transaction) => {
      if (account.managed_at !== seen) throw fail('accountChanged', { person: (await managed.changer()) ?? '' });
      await work(account, managed, transaction);
      await managed.mark(caller.user.id, seen);
    });
    return shownOne(id);
  }

  serve(app, listAccounts, async (asked) => {
    if (!settings.managesUsers) return new Answer<typeof listAccounts>(null, { isNotice: true });
    const [seen, projectCounts] = [await lastSeen(db), await accounts.projectCounts()];
    const all = accountsFor(await accounts.all(), asked, { lastSeen: seen, projectCounts });
    const start = (asked.page - 1) * asked.per_page;
    const rows = await shown(all.slice(start, start + asked.per_page), seen);
    return toPage(rows, all.length, asked.per_page);
  });

  serve(app, readAccount, async ({ id }) => {
    refuseElsewhere();
    const activity = await activityStore(db).list(id, '');
    return {
      ...(await shownOne(id)),
      projects: await ownProjectStore(db).all(id),
      activity: activity.slice(0, toldActivity),
    };
  });

  serve(app, blockAccount, (input, caller) =>
    change(caller, input, async ({ id }, managed, transaction) => {
      await managed.block();
      await endMailedLinks(transaction, id);
    }),
  );

  serve(app, unblockAccount, (input, caller) => change(caller, input, (_account, managed) => managed.unblock()));

  serve(app, changeAdministrator, (input, caller) =>
    change(caller, input, async ({ status }, managed) => {
      if (input.is_admin && status !== 'active') throw fail('accountBlocked');
      await managed.setAdministrator(input.is_admin);
    }),
  );

  serve(app, mailResetLink, async ({ id }, { language }) => {
    refuseElsewhere();
    await found(id);
    await resetLinks.take(String(id));
    const link = await sendResetLink(app, id, language);
    if (link === null) throw fail('accountBlocked');
    return { link: settings.hasMailServer ? null : link };
  });

  serve(app, deleteAccount, async ({ id, email }, caller) => {
    await manage(caller, id, async (account, managed, transaction) => {
      if (email.toLowerCase() !== account.email) throw failField('email', 'fieldNotValid');
      const last = lastOnes(transaction);
      await last.hold.projectsOf(id);
      const projects = await last.onlyOwned(id);
      if (projects.length > 0) throw fail('lastOwner', { projects: projects.join(', ') });
      await managed.erase(account.email);
    });
    return {};
  });
}
