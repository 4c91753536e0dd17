import {
  blockUser,
  listUsers,
  readUser,
  removeUser,
  unblockUser,
  updateUserGroups,
  type ProjectUser,
} from '#features/access-management/users/users.contract.ts';
import { pageOfUsers } from './user-list.ts';
import { projectUserStore } from './users.store.ts';
import { lastOnes } from '#features/account/server/last-ones.store.ts';
import { voidInvitations, withdrawInvitation } from '#features/access-management/invitations/server/invitations.service.ts';
import type { Caller } from '#server/access.ts';
import type { App } from '#server/app.ts';
import { fail } from '#server/fail.ts';
import { foundIn } from '#server/found-in.ts';
import { Answer, serve } from '#server/serve.ts';

type Manager = Caller<'access'>;
/** Within the transaction of a change. */
interface Held {
  readonly users: ReturnType<typeof projectUserStore>;
  readonly last: ReturnType<typeof lastOnes>;
}

export function serveUsers(app: App): void {
  const { db, settings } = app;
  const users = projectUserStore(db);

  /** Changes a user whom the caller may change, while nobody else changes who is in the project. */
  async function change({ user, rights, project }: Manager, id: number, work: (user: ProjectUser, held: Held) => Promise<void>) {
    if (!settings.managesUsers) throw fail('usersElsewhere');
    await db.transaction().execute(async (transaction) => {
      const held = { users: projectUserStore(transaction), last: lastOnes(transaction) };
      await held.last.hold.project(project);
      const meant = foundIn(await held.users.find(project, id), 'user');
      const isOwners = meant.is_owner && !rights.is_admin;
      if (id === user.id || meant.is_admin || isOwners) throw fail('notAllowed');
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
      await held.users.setBlocked(caller.project, id, true);
    });
    return {};
  });

  serve(app, unblockUser, async ({ id }, caller) => {
    await change(caller, id, (_meant, held) => held.users.setBlocked(caller.project, id, false));
    return {};
  });
}

const isSame = ({ user_groups: had }: ProjectUser, seen: readonly number[]): boolean =>
  had.length === new Set(seen).size && had.every(({ id }) => seen.some((one) => one === id));

/** Nobody gives or takes a group that they don't have. */
function refuseForeignGroups({ rights }: Manager, { user_groups: had }: ProjectUser, wanted: readonly number[]): void {
  if (rights.is_admin || rights.is_owner) return;
  const before = new Set(had.map(({ id }) => id));
  const own = new Set(rights.user_groups.map(({ id }) => id));
  const changed = [...wanted.filter((id) => !before.has(id)), ...[...before].filter((id) => !wanted.some((one) => one === id))];
  if (changed.some((id) => !own.has(id))) throw fail('notAllowed');
}
