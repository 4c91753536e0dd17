import * as z from 'zod/mini';
import { errorText, type Problem } from '#contract/errors.ts';
import { toldFileRows, toldMistakes } from '#contract/limits.ts';
import { problemsOf } from '#contract/problems.ts';
import type { RowFileOutcome, RowMistake } from '#contract/rows/row-files.ts';
import type { FileChange } from '#server/rules/files/foretold-rows.ts';
import { ClaimBook, type Claiming } from './row-claims.ts';
import type { FileRow } from '#server/rules/files/row-files.ts';
import type { RowChanges, RowKind } from './row-writer.ts';
import type { Complete } from './completion.ts';
import type { RowScope } from '#server/db/row-scope.ts';
import type { RowInput, Rows } from './row-table.ts';
import { fail, Failure } from '#server/fail.ts';
import { inSlices } from '#server/slices.ts';

interface Plan<Fields extends object> extends RowChanges<Fields> {
  readonly outcome: Omit<RowFileOutcome, 'is_written' | 'unknown_columns' | 'rows'>;
  /** All of them; the outcome lists only the first. */
  readonly mistakes: readonly RowMistake[];
  /** The first rows that are new or changed. */
  readonly foretold: readonly FileChange[];
}

/**
 * What the rows of a file change: those whose unique fields are as of a row that there is change it, others are added. A row with a
 * mistake, or with the unique fields of one above it, is told and left out. Throws `tooManyRows` where they would be.
 */
export async function plannedImport<Fields extends object, Sort extends string, Input>(
  rows: Rows<Fields, Sort>,
  scope: RowScope,
  { name, unique, input, maximumRows }: RowKind & { readonly input: z.core.$ZodType<Input> },
  file: readonly FileRow[],
  complete: Complete<Fields, Input>,
  claiming?: Claiming<Fields>,
): Promise<Plan<Fields>> {
  const stored = new Map((await rows.all(scope)).map((row) => [row.key, row]));
  const book = claiming && new ClaimBook(claiming);
  for (const { item, fields } of stored.values()) book?.take(item.id, fields);
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
  async function read(values: unknown): Promise<{ fields: RowInput<Fields> | null; problems: readonly Problem[] }> {
    const { success, data, error } = z.safeParse(input, values);
    if (!success) return { fields: null, problems: problemsOf(error, values) };
    try {
      return { fields: await complete(data, (key) => stored.get(key)?.fields), problems: [] };
    } catch (failure) {
      if (failure instanceof Failure) return { fields: null, problems: failure.problems };
      throw failure;
    }
  }
  const breathe = inSlices();
  for (const { line, values, problem } of file) {
    await breathe();
    const { fields, problems } = problem ? { fields: null, problems: [problem] } : await read(values);
    if (fields === null) {
      mistakes.push(...problems.slice(0, 1).map((problem) => ({ line, ...problem })));
      continue;
    }
    const key = rows.key(fields);
    const known = stored.get(key)?.item;
    const twin = seen.get(key);
    const refused = twin !== undefined ? [again(twin)] : book?.refusal(fields, known?.id ?? null)?.problems;
    if (refused) {
      mistakes.push(...refused.map((problem) => ({ line, ...problem })));
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

export function isSame(row: object, fields: object): boolean {
  const stored = new Map<string, unknown>(Object.entries(row));
  return Object.entries(fields).every(([name, value]) => JSON.stringify(stored.get(name)) === JSON.stringify(value));
}
