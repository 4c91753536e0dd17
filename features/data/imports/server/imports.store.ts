import { type Selectable, sql } from 'kysely';
import { type Import, type ImportFailure, keptImports } from '#features/data/imports/imports.contract.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database, Schema } from '#server/db/schema.ts';
import { type PageQuery, toPage } from '#contract/page.ts';

/** Ends of runs that change nothing. */
const quietStates = ['unchanged', 'sameAsDiscarded'] as const;
export type QuietState = (typeof quietStates)[number];

type ImportRow = Selectable<Schema['import']>;

const columns = [
  'id',
  'feed_id',
  'state',
  'step',
  'received_bytes',
  'total_bytes',
  'read_count',
  'imported_count',
  'error_count',
  'warning_count',
  'failure',
  'warnings',
  'counts',
  'started_at',
  'finished_at',
] as const;

const importOf = ({ feed_id: _feed, ...row }: Pick<ImportRow, (typeof columns)[number]>): Import => ({
  ...row,
  state: row.state as Import['state'],
  step: row.step as Import['step'],
  failure: jsonOf<ImportFailure | null>(row.failure, null, 'import.failure', row.id),
  warnings: jsonOf<Import['warnings']>(row.warnings, [], 'import.warnings', row.id),
  counts: jsonOf<Import['counts']>(row.counts, null, 'import.counts', row.id),
});

export async function lastImports(db: Database, project: ProjectScope): Promise<Map<number, Import>> {
  const newest = db
    .selectFrom('import')
    .select(sql<number>`max(id)`.as('id'))
    .where('project_id', '=', project.id)
    .groupBy('feed_id');
  const rows = await db.selectFrom('import').select(columns).where('id', 'in', newest).execute();
  return new Map(rows.map((row) => [row.feed_id, importOf(row)]));
}

export const importStore = (db: Database) => {
  const change = (project: ProjectScope) => db.updateTable('import').where('project_id', '=', project.id);
  const unfinished = (project: ProjectScope) => change(project).where('finished_at', 'is', null);

  /** Imports that are going live can't be cancelled. */
  const cancelled = (project: ProjectScope) =>
    unfinished(project).where('step', '!=', 'publish').set({ state: 'cancelled', finished_at: Date.now() });

  return {
    /** Adds a run and deletes the oldest ones. Null while one of the feed is waiting or running. */
    async insert(project: ProjectScope, feedId: number): Promise<number | null> {
      const added = await db
        .insertInto('import')
        .values({
          project_id: project.id,
          feed_id: feedId,
          state: 'waiting',
          step: 'download',
          received_bytes: 0,
          read_count: 0,
          imported_count: 0,
          error_count: 0,
          warning_count: 0,
          warnings: '[]',
          created_at: Date.now(),
        })
        .onConflict((conflict) => conflict.column('feed_id').where('finished_at', 'is', null).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added) return null;
      const kept = db.selectFrom('import').select('id').where('feed_id', '=', feedId).orderBy('id', 'desc').limit(keptImports);
      await db.deleteFrom('import').where('feed_id', '=', feedId).where('id', 'not in', kept).execute();
      return added.id;
    },

    /** Answers false when the run has ended already. */
    async begin(project: ProjectScope, id: number, step: 'download' | 'publish'): Promise<boolean> {
      const begun = unfinished(project).where('id', '=', id).set({ state: 'running', step, started_at: Date.now() });
      return (await begun.executeTakeFirst()).numUpdatedRows > 0n;
    },

    /** Keeps the counts of the live import, and deletes equal ends right before it: a quiet feed must not fill its history. */
    async endQuietly(project: ProjectScope, feedId: number, id: number, state: QuietState): Promise<void> {
      const before = db
        .selectFrom('import')
        .where('project_id', '=', project.id)
        .where('feed_id', '=', feedId)
        .where('id', '<', id)
        .orderBy('id', 'desc');
      const last = await before
        .select(['imported_count', 'error_count', 'warning_count'])
        .where('state', 'in', ['done', ...quietStates])
        .executeTakeFirst();
      if (last) await this.update(project, id, last);
      const series = await before.select(['id', 'state']).execute();
      const end = series.findIndex((earlier) => earlier.state !== state);
      const repeated = series.slice(0, end === -1 ? series.length : end).map((row) => row.id);
      if (repeated.length > 0) await db.deleteFrom('import').where('id', 'in', repeated).execute();
      await this.end(project, id, state);
    },

    /** The first end wins. */
    async end(project: ProjectScope, id: number, state: Import['state'], failure: ImportFailure | null = null): Promise<void> {
      await unfinished(project)
        .where('id', '=', id)
        .set({ state, failure: failure && JSON.stringify(failure), finished_at: Date.now() })
        .execute();
    },

    /** Answers false when the run was cancelled. */
    async beginPublish(project: ProjectScope, id: number): Promise<boolean> {
      const begun = unfinished(project).where('id', '=', id).set({ step: 'publish' });
      return (await begun.executeTakeFirst()).numUpdatedRows > 0n;
    },

    /** Answers the id of the cancelled import, or null. */
    async cancel(project: ProjectScope, feedId: number): Promise<number | null> {
      const ofFeed = cancelled(project).where('feed_id', '=', feedId);
      return (await ofFeed.returning('id').executeTakeFirst())?.id ?? null;
    },

    cancelAll: async (project: ProjectScope): Promise<readonly number[]> =>
      (await cancelled(project).returning('id').execute()).map(({ id }) => id),

    async mayBegin({ id }: ProjectScope): Promise<boolean> {
      const acting = db.selectFrom('project').select('id').where('id', '=', id).where('is_active', '=', 1);
      return (await acting.where('deleted_at', 'is', null).executeTakeFirst()) !== undefined;
    },

    async isUnfinished(project: ProjectScope, feedId: number): Promise<boolean> {
      const ofFeed = db.selectFrom('import').select('id').where('project_id', '=', project.id).where('feed_id', '=', feedId);
      return (await ofFeed.where('finished_at', 'is', null).executeTakeFirst()) !== undefined;
    },

    async update(
      project: ProjectScope,
      id: number,
      columns: Partial<Omit<ImportRow, 'id' | 'project_id' | 'feed_id'>>,
    ): Promise<void> {
      await change(project).where('id', '=', id).set(columns).execute();
    },

    /** Projects with imports that nobody has begun since `since`, in epoch milliseconds. */
    async waitingProjects(since: number): Promise<ProjectScope[]> {
      const waiting = db.selectFrom('import').select('project_id as id').distinct();
      return waiting.where('state', '=', 'waiting').where('finished_at', 'is', null).where('created_at', '<', since).execute();
    },

    /** The newest run that read the feed, or null. */
    async newestRead(project: ProjectScope, feedId: number): Promise<number | null> {
      const row = await db
        .selectFrom('import')
        .select('id')
        .where('project_id', '=', project.id)
        .where('feed_id', '=', feedId)
        .where('state', 'not in', quietStates)
        .orderBy('id', 'desc')
        .executeTakeFirst();
      return row?.id ?? null;
    },

    async list(project: ProjectScope, feedId: number, { page, per_page }: Pick<PageQuery, 'page' | 'per_page'>) {
      const found = db.selectFrom('import').where('project_id', '=', project.id).where('feed_id', '=', feedId);
      const { count } = await found.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
      const newest = found.select(columns).orderBy('id', 'desc').limit(per_page);
      const rows = await newest.offset((page - 1) * per_page).execute();
      return toPage(rows.map(importOf), count, per_page);
    },
  };
};
