import { type Selectable, sql } from 'kysely';
import type { Recreation } from '#features/data/collections/collections.contract.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database, Schema } from '#server/db/schema.ts';

type Row = Selectable<Schema['recreation']>;

const keptRuns = 20;

const recreationOf = (row: Row): Recreation => ({
  id: row.id,
  state: row.state as Recreation['state'],
  built_count: row.built_count,
  total_count: row.total_count,
  started_at: row.started_at,
  finished_at: row.finished_at,
});

export const recreationStore = (db: Database) => {
  const runsOf = (project: ProjectScope) => db.selectFrom('recreation').where('project_id', '=', project.id);

  return {
    /** Adds a run and deletes the oldest ones. Null while one of the collection waits or runs. */
    async insert(project: ProjectScope, collectionId: number, totalCount: number): Promise<Recreation | null> {
      const added = await db
        .insertInto('recreation')
        .values({
          project_id: project.id,
          collection_id: collectionId,
          state: 'waiting',
          built_count: 0,
          total_count: totalCount,
          created_at: Date.now(),
        })
        .onConflict((conflict) => conflict.column('collection_id').where('finished_at', 'is', null).doNothing())
        .returningAll()
        .executeTakeFirst();
      if (!added) return null;
      const ofCollection = runsOf(project).where('collection_id', '=', collectionId);
      const kept = ofCollection.select('id').orderBy('id', 'desc').limit(keptRuns);
      await db.deleteFrom('recreation').where('collection_id', '=', collectionId).where('id', 'not in', kept).execute();
      return recreationOf(added);
    },

    /** Answers false when it has ended, or its collection was deleted. */
    async begin(project: ProjectScope, id: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('recreation')
        .set({ state: 'running', started_at: Date.now(), built_count: 0 })
        .where('project_id', '=', project.id)
        .where('id', '=', id)
        .where('finished_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async progress(project: ProjectScope, id: number, builtCount: number, totalCount: number): Promise<void> {
      await db
        .updateTable('recreation')
        .set({ built_count: builtCount, total_count: totalCount })
        .where('project_id', '=', project.id)
        .where('id', '=', id)
        .execute();
    },

    /** The first end wins. */
    async end(project: ProjectScope, id: number, state: 'done' | 'failed', failure: string | null = null): Promise<void> {
      await db
        .updateTable('recreation')
        .set({
          state,
          failure,
          finished_at: Date.now(),
          ...(state === 'done' && { built_count: (row) => row.ref('total_count') }),
        })
        .where('project_id', '=', project.id)
        .where('id', '=', id)
        .where('finished_at', 'is', null)
        .execute();
    },

    async endAll(project: ProjectScope): Promise<readonly number[]> {
      const ended = db.updateTable('recreation').set({ state: 'failed', finished_at: Date.now() });
      const rows = ended.where('project_id', '=', project.id).where('finished_at', 'is', null).returning('id');
      return (await rows.execute()).map(({ id }) => id);
    },

    async newest(project: ProjectScope): Promise<Map<number, Recreation>> {
      const newest = runsOf(project)
        .select(sql<number>`max(id)`.as('id'))
        .groupBy('collection_id');
      const rows = await db.selectFrom('recreation').selectAll().where('id', 'in', newest).execute();
      return new Map(rows.map((row) => [row.collection_id, recreationOf(row)]));
    },

    async running(project: ProjectScope, collectionId: number): Promise<Recreation> {
      const unfinished = runsOf(project).where('collection_id', '=', collectionId).where('finished_at', 'is', null);
      return recreationOf(await unfinished.selectAll().executeTakeFirstOrThrow());
    },

    async isUnfinished(project: ProjectScope, collectionId: number): Promise<boolean> {
      const unfinished = runsOf(project).where('collection_id', '=', collectionId).where('finished_at', 'is', null);
      return (await unfinished.select('id').executeTakeFirst()) !== undefined;
    },
  };
};
