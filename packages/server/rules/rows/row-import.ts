import * as z from 'zod/mini';
import { errorText, type Problem } from '#contract/errors.ts';
import { toldFileRows, toldMistakes } from '#contract/limits.ts';
import { problemsOf } from '#contract/problems.ts';
import type { RowFileOutcome, RowMistake } from '#contract/rows/row-files.ts';
import { ClaimBook, type Claiming } from './row-claims.ts';
import type { Author, RowInput, Rows } from './row-table.ts';
import { type RowChanges, type RowKind, rowWriter } from './row-writer.ts';
import type { ServedCrud } from './served-crud.ts';
import type { ProjectScope, RowScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { fail, Failure } from '#server/base/fail.ts';
import type { FileChange, FileRow } from '#server/rules/files/row-files.ts';
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

/** Runs slow work, such as a search, once: again only if the stored rows that it looked up have changed. */
export function remembering<Fields, Input>(complete: Complete<Fields, Input>): Complete<Fields, Input> {
  interface Completion {
    readonly asked: readonly { readonly key: string; readonly stored: string | undefined }[];
    readonly fields: RowInput<Fields>;
  }
  const known = new Map<string, Completion>();
  return async (input, storedAs) => {
    const name = JSON.stringify(input);
    const before = known.get(name);
    if (before?.asked.every(({ key, stored }) => JSON.stringify(storedAs(key)) === stored)) return before.fields;
    const asked: { key: string; stored: string | undefined }[] = [];
    const fields = await complete(input, (key) => {
      const stored = storedAs(key);
      asked.push({ key, stored: JSON.stringify(stored) });
      return stored;
    });
    known.set(name, { asked, fields });
    return fields;
  };
}

export type ImportOutcome = Omit<RowFileOutcome, 'is_written' | 'unknown_columns' | 'rows'>;

export interface PreparedImport {
  readonly outcome: ImportOutcome;
  /** All of them; the outcome lists only the first. */
  readonly mistakes: readonly RowMistake[];
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

type Plan<Fields extends object> = RowChanges<Fields> & Pick<PreparedImport, 'outcome' | 'mistakes' | 'foretold'>;

/** Rows with the key of a stored row change it, others are added; rows with mistakes are skipped. Throws `tooManyRows`. */
async function plannedImport<Fields extends object, Sort extends string, Input>(
  rows: Rows<Fields, Sort>,
  scope: RowScope,
  { name, unique, input, maximumRows }: RowKind & { readonly input: z.core.$ZodType<Input> },
  file: readonly FileRow[],
  complete: Complete<Fields, Input>,
  claiming?: Claiming<Fields>,
): Promise<Plan<Fields>> {
  const all = await rows.all(scope);
  const stored = new Map(all.map((row) => [row.key, row]));
  const book = claiming && new ClaimBook(claiming, all);
  const seen = new Map<string, number>();
  const mistakes: RowMistake[] = [];
  const [added, changed]: [RowInput<Fields>[], { id: number; fields: RowInput<Fields> }[]] = [[], []];
  const foretold: FileChange[] = [];
  let same = 0;
  const again = (line: number): Problem => ({
    field: unique[0],
    code: 'rowTwice',
    message: errorText('rowTwice', { line }),
    parameters: { line },
  });
  async function read({ values, problem }: FileRow): Promise<RowInput<Fields> | readonly Problem[]> {
    if (problem) return [problem];
    const { success, data, error } = z.safeParse(input, values);
    if (!success) return problemsOf(error, values);
    try {
      return await complete(data, (key) => stored.get(key)?.fields);
    } catch (failure) {
      if (failure instanceof Failure) return failure.problems;
      throw failure;
    }
  }
  const breathe = inSlices();
  for (const row of file) {
    await breathe();
    const { line } = row;
    const fields = await read(row);
    if (isProblems(fields)) {
      mistakes.push(...fields.slice(0, 1).map((one) => ({ line, ...one })));
      continue;
    }
    const key = rows.key(fields);
    const known = stored.get(key)?.item;
    const twin = seen.get(key);
    const refused = twin !== undefined ? [again(twin)] : book?.refusal(fields, known?.id ?? null)?.problems;
    if (refused) {
      mistakes.push(...refused.map((one) => ({ line, ...one })));
      continue;
    }
    book?.take(known?.id ?? -line, fields);
    seen.set(key, line);
    if (known && isSame(known, fields)) {
      same += 1;
      continue;
    }
    if (known) changed.push({ id: known.id, fields });
    else added.push(fields);
    if (foretold.length < toldFileRows) foretold.push({ line, before: known ?? null, after: fields });
  }
  if (stored.size + added.length > maximumRows)
    throw fail('tooManyRows', { name, max: maximumRows, there: stored.size, more: added.length });
  const outcome = {
    new: added.length,
    changed: changed.length,
    same,
    mistake_count: mistakes.length,
    mistakes: mistakes.slice(0, toldMistakes),
  };
  return { added, changed, outcome, mistakes, foretold };
}

const isProblems = (read: object | readonly Problem[]): read is readonly Problem[] => Array.isArray(read);

export function isSame(row: object, fields: object): boolean {
  const stored = new Map<string, unknown>(Object.entries(row));
  return Object.entries(fields).every(([name, value]) => JSON.stringify(stored.get(name)) === JSON.stringify(value));
}
