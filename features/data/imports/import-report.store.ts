import { sql } from 'kysely';
import type { HoldReason, ImportCounts, ImportReport } from './import-report.contract.ts';
import type { BuiltImport } from './imports.task.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';

type Report = Pick<ImportReport, 'examples' | 'steps'>;

const countsOf = ({ comparison }: BuiltImport, reasons: readonly HoldReason[]): ImportCounts => ({
  ...comparison.counts,
  held_for: [...reasons],
});

/** What imports changed or would change, and those that wait for a decision. */
export const importReportStore = (db: Database) => {
  const change = (project: ProjectScope, id: number) =>
    db.updateTable('import').where('project_id', '=', project.id).where('id', '=', id);
  const ofFeed = (project: ProjectScope, feedId: number) =>
    db.selectFrom('import').where('project_id', '=', project.id).where('feed_id', '=', feedId);

  return {
    /** The share of bad items in the import that is live, which the owner lives with. */
    async acceptedBadShare(project: ProjectScope, feedId: number): Promise<number> {
      const live = await ofFeed(project, feedId)
        .select(['imported_count', 'counts'])
        .where('state', '=', 'done')
        .orderBy('id', 'desc')
        .executeTakeFirst();
      if (live?.counts == null) return 0;
      const { bad, repeated } = JSON.parse(live.counts) as ImportCounts;
      return (bad - repeated) / Math.max(1, live.imported_count + bad - repeated);
    },

    /** Keeps the report of an import that goes live. */
    async keep(project: ProjectScope, id: number, built: BuiltImport, publishMs: number): Promise<void> {
      const steps = [...built.steps, { step: 'publish', duration_ms: publishMs }];
      const report: Report = { examples: [...built.comparison.examples], steps };
      const row = await db.selectFrom('import').select('counts').where('id', '=', id).executeTakeFirst();
      const heldFor = row?.counts == null ? [] : (JSON.parse(row.counts) as ImportCounts).held_for;
      await change(project, id)
        .set({ counts: JSON.stringify(countsOf(built, heldFor)), report: JSON.stringify(report), held: null })
        .execute();
    },

    /** Ends an import as held, with all that publishing it later takes. */
    async hold(project: ProjectScope, id: number, built: BuiltImport, reasons: readonly HoldReason[]): Promise<void> {
      const report: Report = { examples: [...built.comparison.examples], steps: [...built.steps] };
      await change(project, id)
        .set({
          state: 'held',
          finished_at: Date.now(),
          counts: JSON.stringify(countsOf(built, reasons)),
          report: JSON.stringify(report),
          held: JSON.stringify(built),
        })
        .where('finished_at', 'is', null)
        .execute();
    },

    async held(project: ProjectScope, id: number): Promise<BuiltImport | null> {
      const found = db.selectFrom('import').select('held').where('project_id', '=', project.id).where('id', '=', id);
      const row = await found.executeTakeFirst();
      return row?.held == null ? null : (JSON.parse(row.held) as BuiltImport);
    },

    /** A newer import takes the place of held ones. Answers the generations that nobody will publish any more. */
    async replaceHeld(project: ProjectScope, feedId: number): Promise<string[]> {
      const held = await ofFeed(project, feedId).select(['id', 'held']).where('state', '=', 'held').execute();
      for (const { id } of held) await change(project, id).set({ state: 'dropped', held: null }).execute();
      return held.flatMap((row) => (row.held === null ? [] : (JSON.parse(row.held) as BuiltImport).generation));
    },

    /** Answers what an import had built that is held no more, null when it wasn't. */
    async drop(project: ProjectScope, feedId: number, id: number): Promise<BuiltImport | null> {
      const built = await this.held(project, id);
      const dropped = await change(project, id)
        .set({ state: 'dropped', held: null })
        .where('feed_id', '=', feedId)
        .where('state', '=', 'held')
        .executeTakeFirst();
      return dropped.numUpdatedRows > 0n ? built : null;
    },

    /** Lets a held import wait for being published. */
    async beginPublish(project: ProjectScope, feedId: number, id: number): Promise<'begun' | 'notHeld' | 'busy'> {
      const other = await ofFeed(project, feedId).select('id').where('finished_at', 'is', null).executeTakeFirst();
      if (other) return other.id === id ? 'notHeld' : 'busy';
      const begun = await change(project, id)
        .set({ state: 'waiting', step: 'publish', finished_at: null })
        .where('feed_id', '=', feedId)
        .where('state', '=', 'held')
        .executeTakeFirst();
      return begun.numUpdatedRows > 0n ? 'begun' : 'notHeld';
    },

    async read(project: ProjectScope, feedId: number, id: number): Promise<ImportReport | null> {
      const row = await ofFeed(project, feedId)
        .select(['state', 'counts', 'report', sql<number>`case when held is null then 0 else 1 end`.as('has_held')])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) return null;
      const report = row.report === null ? { examples: [], steps: [] } : (JSON.parse(row.report) as Report);
      const counts = row.counts === null ? null : (JSON.parse(row.counts) as ImportCounts);
      return { ...report, counts, is_held: row.state === 'held' && Number(row.has_held) === 1 };
    },
  };
};
