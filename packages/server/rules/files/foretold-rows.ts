import type { ObjectSchema } from '#contract/endpoint.ts';
import { toldCellCharacters } from '#contract/limits.ts';
import type { ForetoldRow } from '#contract/rows/row-files.ts';
import { type CellWords, cellWriter } from './row-files.ts';
import { envelopeOf } from '#server/rules/rows/row-table.ts';

/** A row of a file that isn't stored as it is there. */
export interface FileChange {
  readonly line: number;
  /** null for a new row. */
  readonly before: object | null;
  readonly after: object;
}

/** Changes by a file, cell by cell. `nameField` is what people know rows by. */
export function foretoldRows(
  changes: readonly FileChange[],
  schema: ObjectSchema,
  nameField: string,
  words: CellWords = {},
): ForetoldRow[] {
  const { names, cellsOf } = cellWriter(schema, words);
  const textsOf = (row: object) => cellsOf(new Map(Object.entries(row))).map((cell) => shortened(String(cell ?? '')));
  return changes.map(({ line, before, after }) => {
    // Of a new rule, what every rule begins with isn't worth telling.
    const [old, now] = [textsOf(before ?? envelopeOf({})), textsOf(after)];
    const cells = names.map((field, at) => ({ field, before: old[at] ?? '', after: now[at] ?? '' }));
    const name = cells.find(({ field }) => field === nameField)?.after ?? '';
    const isNew = before === null;
    const differing = cells.filter((cell) => cell.before !== cell.after && !(isNew && cell.field === nameField));
    return { line, name, is_new: isNew, cells: differing };
  });
}

const shortened = (text: string): string => (text.length > toldCellCharacters ? `${text.slice(0, toldCellCharacters)}…` : text);
