import { sql } from 'kysely';
import { dayMs } from '#contract/days.ts';
import { keptProjectDays } from '#contract/limits.ts';
import type { DeletedProject } from '#features/owner/projects/deletion.contract.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import type { User } from '#server/secrets/sessions.ts';

const keptMilliseconds = keptProjectDays * dayMs;
export const restorableUntil = (deletedAt: number): number => deletedAt + keptMilliseconds;

export const deletionStore = (db: Database) => {
  const deleted = () => db.selectFrom('project').where('project.deleted_at', 'is not', null);
  const deletedOf = ({ id, isAdmin }: Pick<User, 'id' | 'isAdmin'>) => {
    const owned = db.selectFrom('member').select('project_id').where('user_id', '=', id).where('is_owner', '=', 1);
    return isAdmin ? deleted() : deleted().where('project.id', 'in', owned.where('is_blocked', '=', 0));
  };
  const since = (now: number): number => now - keptMilliseconds;

  return {
    async remove({ id }: ProjectScope, userId: number, now: number): Promise<boolean> {
      const removed = db.updateTable('project').set({ deleted_at: now, deleted_by: userId }).where('id', '=', id);
      const isThere = (await removed.where('deleted_at', 'is', null).returning('id').execute()).length > 0;
      // A restored project needs new tokens.
      await db.deleteFrom('api_token').where('project_id', '=', id).execute();
      return isThere;
    },

    async restore(user: User, id: number, now: number) {
      const meant = deletedOf(user).where('project.id', '=', id).where('deleted_at', '>', since(now)).select('project.id');
      return db
        .updateTable('project')
        .set({ deleted_at: null, deleted_by: null })
        .where('id', 'in', meant)
        .returning(['id', 'name', 'token'])
        .executeTakeFirst();
    },

    async list(user: User, now: number): Promise<DeletedProject[]> {
      const rows = await deletedOf(user)
        .where('deleted_at', '>', since(now))
        .leftJoin('user', 'user.id', 'project.deleted_by')
        .select(['project.id', 'project.name', 'project.url', 'project.deleted_at', 'user.name as person', 'user.surname'])
        .orderBy('project.deleted_at', 'desc')
        .execute();
      return rows.map(({ person, surname, deleted_at: deletedAt, ...project }) => ({
        ...project,
        deleted_at: deletedAt ?? 0,
        deleted_by: person === null ? null : `${person} ${surname ?? ''}`.trim(),
        restorable_until: restorableUntil(deletedAt ?? 0),
      }));
    },

    over: async (now: number): Promise<ProjectScope[]> =>
      deleted().where('deleted_at', '<=', since(now)).select('project.id').orderBy('project.id').execute(),

    collections: async ({ id }: ProjectScope): Promise<number[]> =>
      (await db.selectFrom('collection').select('id').where('project_id', '=', id).execute()).map((row) => row.id),

    async countRules({ id }: ProjectScope, kinds: readonly string[]): Promise<number> {
      const live = db.selectFrom('released_row').where('project_id', '=', id).where('to_number', 'is', null);
      const counted = live.where('source', 'in', kinds).select(sql<number>`count(*)`.as('count'));
      return Number((await counted.executeTakeFirstOrThrow()).count);
    },

    async countUsers({ id }: ProjectScope): Promise<number> {
      const users = db
        .selectFrom('member')
        .where('project_id', '=', id)
        .select(sql<number>`count(*)`.as('count'));
      return Number((await users.executeTakeFirstOrThrow()).count);
    },
  };
};
