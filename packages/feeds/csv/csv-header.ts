import { announced, detectDialect } from './csv-dialect.ts';
import { CsvSplitter } from './csv-rows.ts';
import { knownNames } from '#feeds/mapping/known-names.ts';
import { readLimits } from '#feeds/limits.ts';
import { normalName, plainName } from '#feeds/mapping/own-name.ts';
import { parseNumber } from '#feeds/values/price.ts';

export interface CsvHeader {
  /** Rows above the header: Excel's `sep=;`, and remarks of templates that begin with `#`. */
  readonly rowsAbove: number;
  /** Number of columns of a table whose first row is an item already; null where there is a header. */
  readonly unnamedColumns: number | null;
  /** The cells of the first row. */
  readonly names: readonly string[];
}

const sampledRows = 30;
const leastRows = 3;
const allNames = new Set(Object.values(knownNames).flat());

/** Finds the header row in the beginning of a CSV, which may be cut anywhere, or that there is none. */
export function detectHeader(head: string, separator: string | null): CsvHeader {
  const splitter = new CsvSplitter(detectDialect(head, separator), { ...readLimits, maxRecordChars: Number.POSITIVE_INFINITY });
  const complete = splitter.write(head);
  const rows = (complete.length >= sampledRows ? complete : [...complete, ...splitter.end()])
    .slice(0, sampledRows)
    .map(({ cells }) => cells);
  const aboveFirst = announced(head) === null ? 0 : 1;
  const isRemark = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '' || cell.trim().startsWith('#'));
  let rowsAbove = aboveFirst;
  while (rowsAbove < rows.length - 1 && isRemark(rows[rowsAbove] ?? [])) rowsAbove += 1;
  // A table whose only columns begin with # has such a header.
  if (rowsAbove === rows.length - 1 && rowsAbove > aboveFirst) rowsAbove = aboveFirst;
  rowsAbove += rowsAboveNames(rows.slice(rowsAbove, rowsAbove + searchedRows));
  const [first = [], ...others] = rows.slice(rowsAbove);
  return { rowsAbove, names: first, unnamedColumns: isItem(first, others) ? first.length : null };
}

/** Templates of Amazon have titles above the row with the names of their columns. */
const searchedRows = 4;
const leastNames = 3;

function rowsAboveNames(rows: readonly (readonly string[])[]): number {
  const counts = rows.map((cells) => cells.filter((cell) => allNames.has(plainName(cell))).length);
  return (counts[0] ?? 0) >= leastNames - 1
    ? 0
    : Math.max(
        0,
        counts.findLastIndex((count) => count >= leastNames),
      );
}

/** A first row is an item when nothing in it is a known name and cells look like those below them, but not like names. */
function isItem(first: readonly string[], others: readonly (readonly string[])[]): boolean {
  if (others.length < leastRows - 1 || first.some((cell) => allNames.has(normalName(cell)))) return false;
  const kinds = first.map((cell, index) => {
    const kind = kindOf(cell);
    const below = others.map((cells) => cells[index]?.trim() ?? '').filter((text) => text !== '');
    return kind !== null && below.length > 0 && below.filter((text) => kindOf(text) === kind).length * 2 > below.length
      ? kind
      : null;
  });
  const comesAgain = first.some(
    (cell, index) => cell.trim() !== '' && others.some((cells) => cells[index]?.trim() === cell.trim()),
  );
  if (comesAgain) return true;
  const numbers = kinds.filter((kind) => kind === 'number').length;
  return numbers > 1 || kinds.some((kind) => kind !== null && kind !== 'number');
}

function kindOf(cell: string): 'number' | 'date' | 'address' | 'id' | 'list' | 'code' | 'sentence' | null {
  const text = cell.trim();
  if (parseNumber(text) !== null) return 'number';
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) return 'date';
  if (/^https?:\/\//.test(text)) return 'address';
  if (/^[\da-f]{8}-[\da-f]{4}-/i.test(text)) return 'id';
  if (/^\[["'].*["']\]$/.test(text)) return 'list';
  if (/^(?=.*\d)[\p{Lu}\d]+(?:[-_/.][\p{Lu}\d]+)*$/u.test(text)) return 'code';
  return text.split(/\s+/).length > 12 ? 'sentence' : null;
}
