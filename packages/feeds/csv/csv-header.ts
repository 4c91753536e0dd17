import { CsvSplitter, type CsvDialect } from './csv-rows.ts';
import { knownNames } from '#feeds/mapping/known-names.ts';
import { readLimits } from '#feeds/limits.ts';
import { normalName, plainName } from '#feeds/mapping/own-name.ts';
import { parseNumber } from '#feeds/values/price.ts';

interface CsvHeader {
  /** `sep=;` of Excel, and remarks that begin with `#`. */
  readonly rowsAbove: number;
  /** When the first row is an item; null with a header. */
  readonly unnamedColumns: number | null;
  readonly names: readonly string[];
}

const sampledRows = 30;
const leastRows = 3;
const allNames = new Set(Object.values(knownNames).flat());

/** `head` may be cut anywhere. */
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
  if (rowsAbove === rows.length - 1 && rowsAbove > aboveFirst) rowsAbove = aboveFirst;
  rowsAbove += rowsAboveNames(rows.slice(rowsAbove, rowsAbove + searchedRows));
  const [first = [], ...others] = rows.slice(rowsAbove);
  return { rowsAbove, names: first, unnamedColumns: isItem(first, others) ? first.length : null };
}

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

/** An item has no known names, and cells that look like those below them. */
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

const separators = [',', ';', '\t', '|'];

/** The separator that most often splits rows into equal numbers of cells, or into more of them. `head` may be cut anywhere. */
export function detectDialect(head: string, separator: string | null): CsvDialect {
  const newline = head.includes('\n') || !head.includes('\r') ? '\n' : '\r';
  return { separator: separatorOf(separator) ?? announced(head) ?? guessed(head, newline), newline };
}

/** Excel's `sep=;` in the first line. */
function announced(head: string): string | null {
  return /^sep=(.)\r?\n/i.exec(head)?.[1] ?? null;
}

function separatorOf(setting: string | null): string | null {
  if (!setting) return null;
  const names: Readonly<Record<string, string>> = { tab: '\t', '\\t': '\t', comma: ',', semicolon: ';', pipe: '|' };
  return names[setting.toLowerCase()] ?? setting[0] ?? null;
}

function guessed(head: string, newline: '\n' | '\r'): string {
  const scores = separators.map((separator) => ({ separator, score: scoreOf(head, { separator, newline }) }));
  return scores.reduce((best, each) => (each.score > best.score ? each : best)).separator;
}

function scoreOf(head: string, dialect: CsvDialect): number {
  const splitter = new CsvSplitter(dialect, { ...readLimits, maxRecordChars: Number.POSITIVE_INFINITY });
  const complete = splitter.write(head);
  const widths = (complete.length > 0 ? complete : splitter.end()).slice(0, sampledRows).map(({ cells }) => cells.length);
  const header = widths[0] ?? 1;
  if (header === 1) return 0;
  const evenShare = widths.filter((width) => width === header).length / widths.length;
  return evenShare + Math.min(header, 100) / 1000;
}
