import { sql } from 'kysely';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

export const uploadStore = (db: Database) => {
  const sumOf = async (column: 'user_id' | 'project_id', id: number): Promise<number> => {
    const sum = db.selectFrom('upload').select(sql<number | string>`coalesce(sum(size_bytes), 0)`.as('bytes'));
    const own = column === 'user_id' ? sum.where('project_id', 'is', null) : sum;
    return Number((await own.where(column, '=', id).executeTakeFirstOrThrow()).bytes);
  };
  const unused = () =>
    db
      .selectFrom('upload')
      .where((row) => row.or([row('name', 'not like', 'picture-%'), row('project_id', 'is', null)]))
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('feed')
              .select('feed.id')
              .where(sql<boolean>`feed.feed_url = 'upload:' || upload.name`),
          ),
        ),
      );

  return {
    /** Reserves space. Answers false above `maximumBytes`. */
    reserve: (
      upload: { name: string; userId: number; projectId: number | null; sizeBytes: number; now: number },
      maximumBytes: number,
    ): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const { name, userId, projectId, sizeBytes, now } = upload;
        // Locks the person.
        await transaction
          .updateTable('user')
          .set((row) => ({ name: row.ref('name') }))
          .where('id', '=', userId)
          .execute();
        const taken = await (projectId === null
          ? uploadStore(transaction).sumOf('user_id', userId)
          : uploadStore(transaction).sumOf('project_id', projectId));
        if (taken + sizeBytes > maximumBytes) return false;
        const row = { name, user_id: userId, project_id: projectId, size_bytes: sizeBytes, created_at: now };
        await transaction.insertInto('upload').values(row).execute();
        return true;
      }),
    sumOf,

    async setSize(name: string, sizeBytes: number): Promise<void> {
      await db.updateTable('upload').set({ size_bytes: sizeBytes }).where('name', '=', name).execute();
    },

    /** Answers false when they may not use it there. */
    async use(name: string, userId: number, projectId: number | null): Promise<boolean> {
      const row = await db.selectFrom('upload').selectAll().where('name', '=', name).executeTakeFirst();
      if (row?.user_id !== userId || (row.project_id !== null && row.project_id !== projectId)) return false;
      if (projectId !== null) await db.updateTable('upload').set({ project_id: projectId }).where('name', '=', name).execute();
      return true;
    },

    async give(name: string, userId: number, projectId: number): Promise<void> {
      await db
        .updateTable('upload')
        .set({ project_id: projectId })
        .where('name', '=', name)
        .where('user_id', '=', userId)
        .execute();
    },

    async note(name: string, sizeBytes: number, createdAt: number): Promise<void> {
      await db
        .insertInto('upload')
        .values({ name, user_id: null, project_id: null, size_bytes: sizeBytes, created_at: createdAt })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
    },

    /** One of them, or all before `before`. */
    async unusedNames(which: { readonly name: string } | { readonly before: number }): Promise<string[]> {
      const some = 'name' in which ? unused().where('name', '=', which.name) : unused().where('created_at', '<', which.before);
      return (await some.select('name').execute()).map(({ name }) => name);
    },

    namesOf: async ({ id }: ProjectScope): Promise<string[]> =>
      (await db.selectFrom('upload').select('name').where('project_id', '=', id).execute()).map(({ name }) => name),

    async remove(name: string): Promise<void> {
      await db.deleteFrom('upload').where('name', '=', name).execute();
    },
  };
};
