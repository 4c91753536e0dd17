import { type Insertable, sql } from 'kysely';
import { inParts } from '#server/db/in-parts.ts';
import { contains, type ProjectScope } from '#server/db/row-scope.ts';
import type { Database, Schema } from '#server/db/schema.ts';

export type ItemChangeKind = 'created' | 'updated' | 'unchanged' | 'removed';
export type ItemAuthor = 'api' | 'user' | 'feed';
export type OwnItemRow = Omit<Insertable<Schema['own_item']>, 'id' | 'project_id' | 'collection_id'>;

/** Tombstones per collection. */
const keptRemovals = 1_000;

export const itemChangeStore = (db: Database) => {
  const rowsOf = ({ id }: ProjectScope, collectionId: number) =>
    db.selectFrom('own_item').where('own_item.project_id', '=', id).where('own_item.collection_id', '=', collectionId);
  const standing = (project: ProjectScope, collectionId: number) => rowsOf(project, collectionId).where('kind', '!=', 'removed');

  return {
    async find(project: ProjectScope, collectionId: number, itemIds: readonly string[]) {
      const rows = [];
      for (const ids of inParts(itemIds))
        rows.push(
          ...(await rowsOf(project, collectionId)
            .leftJoin('user', 'user.id', 'own_item.user_id')
            .selectAll('own_item')
            .select(['user.name as user_name', 'user.surname as user_surname'])
            .where('item_id', 'in', ids)
            .execute()),
        );
      return rows;
    },

    /** In the order of ids, against deadlocks. */
    async write(project: ProjectScope, collectionId: number, rows: readonly OwnItemRow[]): Promise<void> {
      const inOrder = rows.toSorted((a, b) => (a.item_id < b.item_id ? -1 : 1));
      for (const some of inParts(inOrder)) {
        await db
          .insertInto('own_item')
          .values(some.map((row) => ({ ...row, project_id: project.id, collection_id: collectionId })))
          .onConflict((conflict) =>
            conflict.columns(['collection_id', 'item_id']).doUpdateSet((eb) => ({
              search_text: eb.ref('excluded.search_text'),
              added_by: eb.ref('excluded.added_by'),
              run: eb.ref('excluded.run'),
              kind: eb.ref('excluded.kind'),
              changed_by: eb.ref('excluded.changed_by'),
              user_id: eb.ref('excluded.user_id'),
              changed_at: eb.ref('excluded.changed_at'),
            })),
          )
          .execute();
      }
      if (rows.some(({ kind }) => kind === 'removed')) await this.forgetOldRemovals(project, collectionId);
    },

    async forgetOldRemovals(project: ProjectScope, collectionId: number): Promise<void> {
      const oldest = await rowsOf(project, collectionId)
        .select('changed_at')
        .where('kind', '=', 'removed')
        .orderBy('changed_at', 'desc')
        .offset(keptRemovals)
        .limit(1)
        .executeTakeFirst();
      if (!oldest) return;
      await db
        .deleteFrom('own_item')
        .where('project_id', '=', project.id)
        .where('collection_id', '=', collectionId)
        .where('kind', '=', 'removed')
        .where('changed_at', '<=', oldest.changed_at)
        .execute();
    },

    async hasRun(project: ProjectScope, collectionId: number, run: string): Promise<boolean> {
      const row = await standing(project, collectionId).select('id').where('run', '=', run).limit(1).executeTakeFirst();
      return row !== undefined;
    },

    /** After the id `after`, in order of ids. */
    async notOfRun(project: ProjectScope, collectionId: number, run: string, after: string, limit: number): Promise<string[]> {
      const rows = await standing(project, collectionId)
        .select('item_id')
        .where('added_by', '=', 'api')
        .where((eb) => eb.or([eb('run', 'is', null), eb('run', '!=', run)]))
        .where('item_id', '>', after)
        .orderBy('item_id')
        .limit(limit)
        .execute();
      return rows.map(({ item_id }) => item_id);
    },

    async list(
      project: ProjectScope,
      collectionId: number,
      { search, from, size }: { readonly search: string; readonly from: number; readonly size: number },
    ): Promise<{ ids: string[]; totalCount: number }> {
      const all = standing(project, collectionId);
      const found = search === '' ? all : all.where(contains(search));
      const { count } = await found.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
      const rows = await found
        .select('item_id')
        .orderBy('changed_at', 'desc')
        .orderBy('own_item.id', 'desc')
        .limit(size)
        .offset(from)
        .execute();
      return { ids: rows.map(({ item_id }) => item_id), totalCount: Number(count) };
    },
  };
};
