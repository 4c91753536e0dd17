import type { RowFileOutcome } from '#contract/row-files.ts';
import { plannedImport } from './import-rows.ts';
import { remembering } from './remembering.ts';
import type { Claiming } from './row-claims.ts';
import type { FileRow } from './row-files.ts';
import { type RowKind, rowWriter } from './row-writer.ts';
import type { Complete } from './serve-completed-crud.ts';
import type { ServedCrud } from './served-crud.ts';
import type { ProjectScope, RowScope } from '#server-kit/db/row-scope.ts';
import type { Author, Rows } from '#server-kit/db/row-table.ts';
import type { Database } from '#server-kit/db/schema.ts';

export type ImportOutcome = Omit<RowFileOutcome, 'is_written' | 'unknown_columns'>;

/** Rows from outside that are read and checked. */
export interface PreparedImport {
  /** What it would do to what is stored. */
  readonly outcome: ImportOutcome;
  /** Does it, within a change of releases, to what is stored by then. */
  write(db: Database, author: Author): Promise<ImportOutcome>;
}

/** Takes rows of a kind from outside, however they were sent. */
export interface RowImporter {
  /** Whether rows of the kind have such a field. */
  has(field: string): boolean;
  readonly isOfCollection: boolean;
  /** Throws what refuses all of it. `c` is the collection of rows that are in one. */
  prepare(project: ProjectScope, c: number | undefined, file: readonly FileRow[]): Promise<PreparedImport>;
}

/** Kinds of rows by their names in the glossary. */
export type RowImporters = Map<string, RowImporter>;

interface ImportedKind<Fields extends object, Sort extends string, Input> {
  readonly calls: Pick<ServedCrud<Sort, Input, unknown>, 'input' | 'isOfCollection' | keyof RowKind>;
  readonly db: Database;
  readonly rowsOf: (db: Database) => Rows<Fields, Sort>;
  readonly scopeOf: (project: ProjectScope, c: number | undefined) => RowScope | Promise<RowScope>;
  readonly completing: (scope: RowScope) => Complete<Fields, Input> | Promise<Complete<Fields, Input>>;
  readonly claiming?: ((project: ProjectScope) => Promise<Claiming<Fields>>) | undefined;
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
    const claims = await claiming?.(project);
    const plan = (within: Rows<Fields, Sort>) => plannedImport(within, scope, calls, file, complete, claims);
    const { outcome } = await plan(rowsOf(db));
    return {
      outcome,
      async write(within, author) {
        const planned = await plan(rowsOf(within));
        await rowWriter(rowsOf(within), calls, author, claims).write(scope, planned);
        return planned.outcome;
      },
    };
  },
});
