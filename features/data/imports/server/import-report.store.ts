import { sql } from 'kysely';
import {
  type FoundProblem,
  type HoldReason,
  type ImportCounts,
  type ImportProblem,
  type ImportReport,
  itemFates,
  type ProblemCount,
} from '#features/data/imports/imports.contract.ts';
import type { BuiltImport } from './imports.task.ts';
import { inParts } from '#server/db/in-parts.ts';
import { jsonOf } from '#server/db/json-column.ts';
import { contains, type ProjectScope, searchText } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { type Page, type PageQuery, toPage } from '#contract/page.ts';

const countsOf = ({ comparison }: BuiltImport, reasons: readonly HoldReason[]): ImportCounts => ({
  ...comparison.counts,
  hold_reasons: [...reasons],
});

interface ImportId {
  readonly id: number;
}

const storedCounts = ({ id, counts }: ImportId & { readonly counts: string | null }): ImportCounts | null =>
  jsonOf<ImportCounts | null>(counts, null, 'import.counts', id);

const builtOf = (built: string | null): BuiltImport | null => (built === null ? null : (JSON.parse(built) as BuiltImport));

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

    async keep(project: ProjectScope, id: number, built: BuiltImport): Promise<void> {
      const row = await db.selectFrom('import').select(['id', 'counts']).where('id', '=', id).executeTakeFirst();
      const holdReasons = (row && storedCounts(row)?.hold_reasons) ?? [];
      await change(project, id)
        .set({
          counts: JSON.stringify(countsOf(built, holdReasons)),
          examples: JSON.stringify(built.comparison.examples),
          built: null,
        })
        .execute();
    },

    /** Ends an import on hold, with everything needed to publish it later. */
    async hold(project: ProjectScope, id: number, built: BuiltImport, reasons: readonly HoldReason[]): Promise<void> {
      await change(project, id)
        .set({
          state: 'onHold',
          finished_at: Date.now(),
          counts: JSON.stringify(countsOf(built, reasons)),
          examples: JSON.stringify(built.comparison.examples),
          built: JSON.stringify(built),
        })
        .where('finished_at', 'is', null)
        .execute();
    },

    /** null when the import isn't on hold. */
    async onHold(project: ProjectScope, id: number): Promise<BuiltImport | null> {
      const found = db.selectFrom('import').select('built').where('project_id', '=', project.id).where('id', '=', id);
      return builtOf((await found.executeTakeFirst())?.built ?? null);
    },

    /** A person discarded the last compared import, which changed as many items. */
    async isDiscarded(project: ProjectScope, feedId: number, { comparison: { counts } }: BuiltImport): Promise<boolean> {
      const last = await ofFeed(project, feedId)
        .select(['id', 'state', 'counts'])
        .where('state', 'in', ['done', 'discarded'])
        .orderBy('id', 'desc')
        .executeTakeFirst();
      const before = last?.state === 'discarded' ? storedCounts(last) : null;
      return before !== null && itemFates.every((fate) => before[fate] === counts[fate]);
    },

    /** For a newer import. Without their counts, as nobody decided. Answers their generations. */
    async discardOnHold(project: ProjectScope, feedId: number): Promise<string[]> {
      const onHold = await ofFeed(project, feedId).select(['id', 'built']).where('state', '=', 'onHold').execute();
      for (const { id } of onHold) await change(project, id).set({ state: 'discarded', built: null, counts: null }).execute();
      return onHold.flatMap((row) => builtOf(row.built)?.generation ?? []);
    },

    /** null when the import isn't on hold. */
    async discard(project: ProjectScope, feedId: number, id: number): Promise<BuiltImport | null> {
      const built = await this.onHold(project, id);
      const discarded = await change(project, id)
        .set({ state: 'discarded', built: null })
        .where('feed_id', '=', feedId)
        .where('state', '=', 'onHold')
        .executeTakeFirst();
      return discarded.numUpdatedRows > 0n ? built : null;
    },

    async beginPublish(project: ProjectScope, feedId: number, id: number): Promise<'begun' | 'notOnHold' | 'busy'> {
      const other = await ofFeed(project, feedId).select('id').where('finished_at', 'is', null).executeTakeFirst();
      if (other) return other.id === id ? 'notOnHold' : 'busy';
      const begun = await change(project, id)
        .set({ state: 'waiting', step: 'publish', finished_at: null })
        .where('feed_id', '=', feedId)
        .where('state', '=', 'onHold')
        .executeTakeFirst();
      return begun.numUpdatedRows > 0n ? 'begun' : 'notOnHold';
    },

    async read(project: ProjectScope, feedId: number, id: number): Promise<ImportReport | null> {
      const row = await ofFeed(project, feedId)
        .select(['id', 'counts', 'examples', 'warnings'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) return null;
      const examples = jsonOf<ImportReport['examples']>(row.examples, [], 'import.examples', id);
      const warnings = jsonOf<ImportReport['warnings']>(row.warnings, [], 'import.warnings', id);
      return { examples, warnings, counts: storedCounts(row) };
    },
  };
};

interface ProblemFilters {
  readonly severity: string;
  readonly reason: string;
}

export function importProblemStore(db: Database) {
  const all = sql<boolean>`1 = 1`;
  const ofImport = ({ id }: ProjectScope, importId: number | null) =>
    db.selectFrom('import_problem').where('project_id', '=', id).where('import_id', '=', importId);

  return {
    async add(project: ProjectScope, importId: number, problems: readonly FoundProblem[]): Promise<void> {
      for (const some of inParts(problems)) {
        const rows = some.map((problem) => ({
          ...problem,
          item: problem.item.replaceAll('\0', ''),
          value: problem.value.replaceAll('\0', ''),
          project_id: project.id,
          import_id: importId,
          search_text: searchText([problem.item, problem.field, problem.value, problem.reason]),
        }));
        await db.insertInto('import_problem').values(rows).execute();
      }
    },

    async clear(project: ProjectScope, importId: number): Promise<void> {
      await db.deleteFrom('import_problem').where('project_id', '=', project.id).where('import_id', '=', importId).execute();
    },

    /** Errors first, in the order of the feed. */
    async list(
      project: ProjectScope,
      importId: number | null,
      { search, severity = '', reason = '', page, per_page }: PageQuery & Partial<ProblemFilters>,
    ): Promise<Page<ImportProblem>> {
      const found = ofImport(project, importId)
        .where(search === '' ? all : contains(search))
        .where(severity === '' ? all : sql<boolean>`severity = ${severity}`)
        .where(reason === '' ? all : sql<boolean>`reason = ${reason}`);
      const { count } = await found.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
      const rows = await found
        .select(['id', 'severity', 'position', 'item', 'field', 'value', 'reason'])
        .orderBy('severity')
        .orderBy('position')
        .orderBy('id')
        .limit(per_page)
        .offset((page - 1) * per_page)
        .execute();
      return toPage(rows as ImportProblem[], count, per_page);
    },

    async counts(project: ProjectScope, importId: number | null): Promise<ProblemCount[]> {
      const rows = await ofImport(project, importId)
        .select(['severity', 'reason', sql<number>`count(*)`.as('count')])
        .groupBy(['severity', 'reason'])
        .execute();
      const counts = rows.map(({ reason, severity, count }) => ({ reason, severity, count: Number(count) }) as ProblemCount);
      return counts.sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
    },
  };
}
