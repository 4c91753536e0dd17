import * as z from 'zod/mini';
import type { Problem } from '#contract/errors.ts';
import { reportedMistakes } from '#contract/limits.ts';
import { problemsOf } from '#contract/problems.ts';
import type { RowFileOutcome, RowMistake } from '#contract/rows/row-files.ts';
import { ClaimBook, type Claiming } from './row-claims.ts';
import type { Author, RowInput, Rows } from './row-table.ts';
import { type RowChanges, type RowKind, rowWriter } from './row-writer.ts';
import type { ServedCrud } from './served-crud.ts';
import type { ProjectScope, RowScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { fail, failField, Failure } from '#server/base/fail.ts';
import type { FileRow } from '#server/rules/files/row-files.ts';
import { inSlices } from '#server/base/slices.ts';

/** Turns an input into the fields that are stored. `storedAs` returns the stored row with a key; undefined for a new one. */
export type Complete<Fields, Input> = (
  input: Input,
  storedAs: (key: string) => Fields | undefined,
) => RowInput<Fields> | Promise<RowInput<Fields>>;

/** Where an input comes from: a form, a file of rows, or the file of a project. */
export type InputWay = 'form' | 'rows' | 'project';

export type Completing<Fields, Input> = (
  scope: RowScope,
  db: Database,
  way: InputWay,
) => Complete<Fields, Input> | Promise<Complete<Fields, Input>>;

export type ImportOutcome = Omit<RowFileOutcome, 'is_written' | 'unknown_columns'>;

export interface PreparedImport {
  readonly outcome: ImportOutcome;
  /** All of them; the outcome lists only the first. */
  readonly mistakes: readonly RowMistake[];
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

export interface ServedRows<Fields extends object, Sort extends string, Input> {
  readonly calls: Pick<ServedCrud<Sort, Input, unknown>, 'input' | 'flat' | 'isOfCollection' | keyof RowKind>;
  readonly rowsOf: (db: Database) => Rows<Fields, Sort>;
  readonly completed: (scope: RowScope, way: InputWay, db?: Database) => Promise<Complete<Fields, Input>>;
  readonly claiming: ((project: ProjectScope, db: Database) => Promise<Claiming<Fields>>) | undefined;
}

interface ImportedRows<Fields extends object, Sort extends string, Input> extends ServedRows<Fields, Sort, Input> {
  readonly db: Database;
  readonly scopeOf: (project: ProjectScope, c: number | undefined) => RowScope | Promise<RowScope>;
}

export const rowImporter = <Fields extends object, Sort extends string, Input>({
  calls,
  db,
  rowsOf,
  scopeOf,
  completed,
  claiming,
}: ImportedRows<Fields, Sort, Input>): RowImporter => ({
  has: (field) => field in calls.input._zod.def.shape,
  isOfCollection: calls.isOfCollection,
  async prepare(project, c, file) {
    const scope = await scopeOf(project, c);
    const claims = await claiming?.(project, db);
    const stored = new Map((await rowsOf(db).all(scope)).map(({ key, fields }) => [key, fields]));
    // Before the transaction, as it may search.
    const read = await readInputs(file, calls.input, await completed(scope, 'rows'), (key) => stored.get(key));
    const plan = (within: Rows<Fields, Sort>) => plannedImport(within, scope, calls, read, claims);
    const { outcome, mistakes } = await plan(rowsOf(db));
    return {
      outcome,
      mistakes,
      async write(within, author) {
        const planned = await plan(rowsOf(within));
        await rowWriter(rowsOf(within), calls, author, claims).write(scope, planned);
        return planned.outcome;
      },
    };
  },
});

interface ReadInput<Fields> {
  readonly line: number;
  readonly fields?: RowInput<Fields>;
  readonly problems: readonly Problem[];
}

export async function readInputs<Fields, Input>(
  file: readonly FileRow[],
  schema: z.core.$ZodType<Input>,
  complete: Complete<Fields, Input>,
  storedAs: (key: string) => Fields | undefined,
): Promise<ReadInput<Fields>[]> {
  const breathe = inSlices();
  const read: ReadInput<Fields>[] = [];
  for (const { line, values, problem } of file) {
    await breathe();
    const { success, data, error } = z.safeParse(schema, values);
    if (problem) read.push({ line, problems: [problem] });
    else if (!success) read.push({ line, problems: problemsOf(error, values) });
    else
      try {
        read.push({ line, fields: await complete(data, storedAs), problems: [] });
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        read.push({ line, problems: failure.problems });
      }
  }
  return read;
}

type Plan<Fields extends object> = RowChanges<Fields> & Pick<PreparedImport, 'outcome' | 'mistakes'>;

/** Rows with the key of a stored row change it, others are added; rows with mistakes are skipped. Throws `tooManyRows`. */
async function plannedImport<Fields extends object, Sort extends string>(
  rows: Rows<Fields, Sort>,
  scope: RowScope,
  { name, unique, maximumRows }: RowKind,
  read: readonly ReadInput<Fields>[],
  claiming?: Claiming<Fields>,
): Promise<Plan<Fields>> {
  const all = await rows.all(scope);
  const stored = new Map(all.map((row) => [row.key, row]));
  const book = claiming && new ClaimBook(claiming, all);
  const seen = new Map<string, number>();
  const mistakes: RowMistake[] = [];
  const [added, changed]: [RowInput<Fields>[], { id: number; fields: RowInput<Fields> }[]] = [[], []];
  let same = 0;
  const breathe = inSlices();
  for (const { line, fields, problems } of read) {
    await breathe();
    if (fields === undefined) {
      mistakes.push(...problems.slice(0, 1).map((problem) => ({ line, ...problem })));
      continue;
    }
    const key = rows.key(fields);
    const known = stored.get(key)?.item;
    const twin = seen.get(key);
    const refusal =
      twin === undefined ? book?.refusal(fields, known?.id ?? null) : failField(unique[0], 'rowTwice', { line: twin });
    if (refusal) {
      mistakes.push(...refusal.problems.map((problem) => ({ line, ...problem })));
      continue;
    }
    book?.take(known?.id ?? -line, fields);
    seen.set(key, line);
    if (!known) added.push(fields);
    else if (isSame(known, fields)) same += 1;
    else changed.push({ id: known.id, fields });
  }
  if (stored.size + added.length > maximumRows)
    throw fail('tooManyRows', { name, max: maximumRows, there: stored.size, more: added.length });
  const outcome = {
    new: added.length,
    changed: changed.length,
    same,
    mistake_count: mistakes.length,
    mistakes: mistakes.slice(0, reportedMistakes),
  };
  return { added, changed, outcome, mistakes };
}

export function isSame(row: object, fields: object): boolean {
  const stored = new Map<string, unknown>(Object.entries(row));
  return Object.entries(fields).every(([name, value]) => JSON.stringify(stored.get(name)) === JSON.stringify(value));
}
