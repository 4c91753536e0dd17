import { sql } from 'kysely';
import type { HoldReason, ImportCounts, ImportReport } from '#features/data/imports/imports.contract.ts';
import type { BuiltImport } from './imports.task.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

type Report = Pick<ImportReport, 'examples' | 'steps'>;

const countsOf = ({ comparison }: BuiltImport, reasons: readonly HoldReason[]): ImportCounts => ({
  ...comparison.counts,
  held_for: [...reasons],
});

interface ImportId {
  readonly id: number;
}

const storedCounts = ({ id, counts }: ImportId & { readonly counts: string | null }): ImportCounts | null =>
  jsonOf<ImportCounts | null>(counts, null, 'import.counts', id);

const heldOf = (held: string | null): BuiltImport | null => (held === null ? null : (JSON.parse(held) as BuiltImport));

export const importReportStore = (db: Database) => {
  const change = (project: ProjectScope, id: number) =>
    db.updateTable('import').where('project_id', '=', project.id).where('id', '=', id);
  const ofFeed = (project: ProjectScope, feedId: number) =>
    db.selectFrom('import').where('project_id', '=', project.id).where('feed_id', '=', feedId);

  return {
    /** The share of bad items in the live import, which the owner has accepted. */
    async acceptedBadShare(project: ProjectScope, feedId: number): Promise<number> {
      const live = await ofFeed(project, feedId)
        .select(['id', 'imported_count', 'counts'])
        .where('state', '=', 'done')
        .orderBy('id', 'desc')
        .executeTakeFirst();
      const counts = live && storedCounts(live);
      if (!live || !counts) return 0;
      const { bad, repeated } = counts;
      return (bad - repeated) / Math.max(1, live.imported_count + bad - repeated);
    },

    async keep(project: ProjectScope, id: number, built: BuiltImport, publishMs: number): Promise<void> {
      const steps = [...built.steps, { step: 'publish', duration_ms: publishMs }];
      const report: Report = { examples: [...built.comparison.examples], steps };
      const row = await db.selectFrom('import').select(['id', 'counts']).where('id', '=', id).executeTakeFirst();
      const heldFor = (row && storedCounts(row)?.held_for) ?? [];
      await change(project, id)
        .set({ counts: JSON.stringify(countsOf(built, heldFor)), report: JSON.stringify(report), held: null })
        .execute();
    },

    /** Ends an import as held, with everything needed to publish it later. */
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

    /** null when the import isn't held. */
    async held(project: ProjectScope, id: number): Promise<BuiltImport | null> {
      const found = db.selectFrom('import').select('held').where('project_id', '=', project.id).where('id', '=', id);
      return heldOf((await found.executeTakeFirst())?.held ?? null);
    },

    /** In all projects. */
    async heldGenerations(): Promise<Set<string>> {
      const rows = await db.selectFrom('import').select('held').where('held', 'is not', null).execute();
      return new Set(rows.flatMap(({ held }) => heldOf(held)?.generation ?? []));
    },

    /** Drops the held imports of a feed for a newer one. Answers their generations. */
    async replaceHeld(project: ProjectScope, feedId: number): Promise<string[]> {
      const held = await ofFeed(project, feedId).select(['id', 'held']).where('state', '=', 'held').execute();
      for (const { id } of held) await change(project, id).set({ state: 'dropped', held: null }).execute();
      return held.flatMap((row) => heldOf(row.held)?.generation ?? []);
    },

    /** null when the import isn't held. */
    async drop(project: ProjectScope, feedId: number, id: number): Promise<BuiltImport | null> {
      const built = await this.held(project, id);
      const dropped = await change(project, id)
        .set({ state: 'dropped', held: null })
        .where('feed_id', '=', feedId)
        .where('state', '=', 'held')
        .executeTakeFirst();
      return dropped.numUpdatedRows > 0n ? built : null;
    },

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
        .select(['id', 'state', 'counts', 'report', sql<number>`case when held is null then 0 else 1 end`.as('has_held')])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) return null;
      const report = jsonOf<Report>(row.report, { examples: [], steps: [] }, 'import.report', id);
      const counts = storedCounts(row);
      return { ...report, counts, is_held: row.state === 'held' && Number(row.has_held) === 1 };
    },
  };
};
