import {
  blockUser,
  listUsers,
  type ProjectUser,
  readUser,
  removeUser,
  unblockUser,
  updateUserGroups,
} from '#features/access-management/users/users.contract.ts';
import { projectUserStore } from './users.store.ts';
import { lastOnes } from '#features/account/server/last-ones.store.ts';
import { voidInvitations, withdrawInvitation } from '#features/access-management/invitations/server/invitations.service.ts';
import type { Caller } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import { fail, foundIn } from '#server/base/fail.ts';
import { Answer, serve } from '#server/app/serve.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { type Page, toPage } from '#contract/page.ts';
import { searchText } from '#server/db/row-scope.ts';

type Manager = Caller<'access'>;
interface Held {
  readonly users: ReturnType<typeof projectUserStore>;
  readonly last: ReturnType<typeof lastOnes>;
}

export function serveUsers(app: App): void {
  const { db, settings } = app;
  const users = projectUserStore(db);

  async function change({ user, rights, project }: Manager, id: number, work: (user: ProjectUser, held: Held) => Promise<void>) {
    if (!settings.managesUsers) throw fail('usersElsewhere');
    await db.transaction().execute(async (transaction) => {
      const held = { users: projectUserStore(transaction), last: lastOnes(transaction) };
      await held.last.hold.project(project);
      const meant = foundIn(await held.users.find(project, id), 'user');
      const isOwners = meant.is_owner && !rights.is_admin;
      if (id === user.id) throw fail('notYourself');
      if (meant.is_admin || isOwners) throw fail('notAllowed');
      await work(meant, held);
    });
  }

  async function keepOwner({ project }: Manager, id: number, { last }: Held): Promise<void> {
    const projects = await last.onlyOwned(id, project);
    if (projects.length > 0) throw fail('lastOwner', { projects: projects.join(', ') });
  }

  serve(app, listUsers, async (asked, { project, user }) => {
    if (!settings.managesUsers) return new Answer<typeof listUsers>(null, { isNotice: true });
    const invited = await users.invited(project, settings, await voidInvitations(db, project));
    const all = [...(await users.members(project)), ...invited];
    return pageOfUsers(all, user.id, asked);
  });

  serve(app, readUser, async ({ id }, { project }) => foundIn(await users.find(project, id), 'user'));

  serve(app, updateUserGroups, async ({ id, user_groups: wanted, seen_groups: seen }, caller) => {
    await change(caller, id, async (meant, held) => {
      if (meant.is_owner) throw fail('notAllowed');
      if (seen && !isSame(meant, seen)) throw fail('changedMeanwhile', { person: '' });
      refuseForeignGroups(caller, meant, wanted);
      await held.users.setGroups(caller.project, id, wanted);
    });
    return foundIn(await users.find(caller.project, id), 'user');
  });

  serve(app, removeUser, async ({ id, invitation_id: invitationId }, caller) => {
    if (!settings.managesUsers) throw fail('usersElsewhere');
    if (invitationId !== undefined) {
      if (!(await withdrawInvitation(app, caller.project, invitationId))) throw fail('notFound', { name: 'invitation' });
      return {};
    }
    if (id === undefined) throw fail('notFound', { name: 'user' });
    await change(caller, id, async (_meant, held) => {
      await keepOwner(caller, id, held);
      await held.users.remove(caller.project, id);
    });
    return {};
  });

  serve(app, blockUser, async ({ id }, caller) => {
    await change(caller, id, async (_meant, held) => {
      await keepOwner(caller, id, held);
      await held.users.setBlocked(caller.project, id, caller.user.id);
    });
    return {};
  });

  serve(app, unblockUser, async ({ id }, caller) => {
    await change(caller, id, (_meant, held) => held.users.setBlocked(caller.project, id, null));
    return {};
  });
}

const isSame = ({ user_groups: had }: ProjectUser, seen: readonly number[]): boolean =>
  had.length === new Set(seen).size && had.every(({ id }) => seen.some((one) => one === id));

function refuseForeignGroups({ rights }: Manager, { user_groups: had }: ProjectUser, wanted: readonly number[]): void {
  if (rights.is_admin || rights.is_owner) return;
  const before = new Set(had.map(({ id }) => id));
  const own = new Set(rights.user_groups.map(({ id }) => id));
  const changed = [...wanted.filter((id) => !before.has(id)), ...[...before].filter((id) => !wanted.some((one) => one === id))];
  if (changed.some((id) => !own.has(id))) throw fail('notAllowed');
}

type Asked = ParsedInputOf<typeof listUsers>;

/** Filters in memory: a project has few users. */
function pageOfUsers(users: readonly ProjectUser[], ownId: number, asked: Asked): Page<ProjectUser> {
  const wanted = searchText([asked.search]);
  const found = users.filter(
    (user) =>
      searchText([`${user.name} ${user.surname} ${user.email}`]).includes(wanted) &&
      (asked.status === undefined || user.status === asked.status) &&
      (asked.group === undefined || hasGroup(user, Number(asked.group))),
  );
  const sorted = found.toSorted(orderOf(asked, ownId));
  const start = (asked.page - 1) * asked.per_page;
  return toPage(sorted.slice(start, start + asked.per_page), sorted.length, asked.per_page);
}

const hasGroup = ({ is_owner: isOwner, user_groups: groups }: ProjectUser, group: number): boolean =>
  isOwner || groups.some(({ id }) => id === group);

type Order = (one: ProjectUser, other: ProjectUser) => number;
const names = new Intl.Collator(undefined, { numeric: true });
const nameOf = ({ name, surname, email }: ProjectUser): string => `${name} ${surname}`.trim() || email;
const byName: Order = (one, other) => names.compare(nameOf(one), nameOf(other)) || names.compare(one.email, other.email);

function orderOf({ sort, order }: Asked, ownId: number): Order {
  const sign = order === 'desc' ? -1 : 1;
  if (sort === 'user') return (one, other) => sign * byName(one, other);
  if (sort === 'last_seen')
    return (one, other) => sign * ((one.last_seen_at ?? 0) - (other.last_seen_at ?? 0)) || byName(one, other);
  return (one, other) => Number(other.id === ownId) - Number(one.id === ownId) || byName(one, other);
}
