import type { RowFileOutcome, RowMistake } from '#contract/rows/row-files.ts';
import type { FileChange } from '#server/rules/files/foretold-rows.ts';
import { plannedImport } from './import-rows.ts';
import { remembering } from './completion.ts';
import type { Claiming } from './row-claims.ts';
import type { FileRow } from '#server/rules/files/row-files.ts';
import { type RowKind, rowWriter } from './row-writer.ts';
import type { Complete } from './completion.ts';
import type { ServedCrud } from './served-crud.ts';
import type { ProjectScope, RowScope } from '#server/db/row-scope.ts';
import type { Author, Rows } from './row-table.ts';
import type { Database } from '#server/db/schema.ts';

export type ImportOutcome = Omit<RowFileOutcome, 'is_written' | 'unknown_columns' | 'rows'>;

export interface PreparedImport {
  readonly outcome: ImportOutcome;
  /** All of them; the outcome lists only the first. */
  readonly mistakes: readonly RowMistake[];
  /** The first rows that are new or changed. */
  readonly foretold: readonly FileChange[];
  /** Writes the rows within a change of releases, compared again with what is stored then. */
  write(db: Database, author: Author): Promise<ImportOutcome>;
}

export interface RowImporter {
  has(field: string): boolean;
  readonly isOfCollection: boolean;
  /** Throws if the whole import is refused. `c` is the collection, if the rows are in one. */
  prepare(project: ProjectScope, c: number | undefined, file: readonly FileRow[]): Promise<PreparedImport>;
}

export type RowImporters = Map<string, RowImporter>;

interface ImportedKind<Fields extends object, Sort extends string, Input> {
  readonly calls: Pick<ServedCrud<Sort, Input, unknown>, 'input' | 'isOfCollection' | keyof RowKind>;
  readonly db: Database;
  readonly rowsOf: (db: Database) => Rows<Fields, Sort>;
  readonly scopeOf: (project: ProjectScope, c: number | undefined) => RowScope | Promise<RowScope>;
  readonly completing: (scope: RowScope) => Complete<Fields, Input> | Promise<Complete<Fields, Input>>;
  readonly claiming?: ((project: ProjectScope, db: Database) => Promise<Claiming<Fields>>) | undefined;
}

export const rowImporter = <Fields extends object, Sort extends string, Input>({
  calls,
  db,
  rowsOf,
  scopeOf,
  completing,
  claiming,
}: ImportedKind<Fields, Sort, Input>): RowImporter => ({
  has: (field) => field in calls.input._zod.def.shape,
  isOfCollection: calls.isOfCollection,
  async prepare(project, c, file) {
    const scope = await scopeOf(project, c);
    const complete = remembering(await completing(scope));
    const claims = await claiming?.(project, db);
    const plan = (within: Rows<Fields, Sort>) => plannedImport(within, scope, calls, file, complete, claims);
    const { outcome, mistakes, foretold } = await plan(rowsOf(db));
    return {
      outcome,
      mistakes,
      foretold,
      async write(within, author) {
        const planned = await plan(rowsOf(within));
        await rowWriter(rowsOf(within), calls, author, claims).write(scope, planned);
        return planned.outcome;
      },
    };
  },
});
