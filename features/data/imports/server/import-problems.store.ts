import { sql } from 'kysely';
import { type Page, type PageQuery, toPage } from '#contract/page.ts';
import type { FoundProblem, ImportProblem, ProblemCount } from '#features/data/imports/imports.contract.ts';
import { contains, type ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import { searchText } from '#server/db/row-scope.ts';

/** Both databases limit the parameters of a statement. */
const insertedAtOnce = 500;

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
      for (let start = 0; start < problems.length; start += insertedAtOnce) {
        const rows = problems.slice(start, start + insertedAtOnce).map((problem) => ({
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
