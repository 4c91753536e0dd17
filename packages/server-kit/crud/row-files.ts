import { parse, type CsvError } from 'csv-parse/sync';
import type { ObjectSchema } from '#contract/endpoint.ts';
import { type FieldKind, fieldKind } from '#contract/field-kind.ts';
import type { RowFileFormat } from '#contract/row-files.ts';
import { csvText, formulaGuard } from '#server-kit/csv.ts';
import { fail } from '#server-kit/fail.ts';

/** A row of a file, as far as it could be read. */
export interface FileRow {
  /** From 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
}

const listSeparator = '|';

/** Writes values as a file. Numbers and truth values are as JSON has them; values of a list stand in one cell with `|` between. */
export function writeRows(format: RowFileFormat, schema: ObjectSchema, rows: readonly object[]): string {
  const names = Object.keys(schema._zod.def.shape);
  const values = rows.map((row): Record<string, unknown> => ({ ...row })).map((row) => names.map((name) => row[name]));
  if (format === 'csv')
    return csvText(
      names,
      values.map((row) => row.map(cellOf)),
    );
  const objects = values.map((row) => JSON.stringify(Object.fromEntries(row.map((value, at) => [names[at], value]))));
  // A row a line, so that the lines of mistakes are those of an editor.
  return `[\n${objects.join(',\n')}\n]\n`;
}

function cellOf(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((one) => String(one).replaceAll(/[\\|]/g, String.raw`\$&`)).join(listSeparator);
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value);
}

/** Reads a file that `writeRows` wrote, or that somebody wrote the same way. Throws `rowFileNotValid` for what is none. */
export function readRows(format: RowFileFormat, schema: ObjectSchema, text: string): FileRow[] {
  const { shape } = schema._zod.def;
  const refused = () => fail('rowFileNotValid', { fields: Object.keys(shape).join(', ') });
  if (format === 'json') return readJson(text, refused);
  return readCsv(text, refused).map(({ line, values }) => ({
    line,
    values: Object.fromEntries(
      Object.entries(values).flatMap(([name, cell]) => {
        const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
        const value = field && valueOf(fieldKind(field), cell);
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  }));
}

function readJson(text: string, refused: () => Error): FileRow[] {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch {
    throw refused();
  }
  const isObject = (row: unknown): row is Record<string, unknown> =>
    typeof row === 'object' && row !== null && !Array.isArray(row);
  if (!Array.isArray(rows) || !rows.every(isObject)) throw refused();
  // The line of a row in a file of one row a line, as ours are.
  const isOurs = /^\s*\[\r?\n/.test(text);
  return rows.map((values, at) => ({ line: at + (isOurs ? 2 : 1), values }));
}

/** Of all systems: a file that several programs wrote into has several of them. */
const lineEnds = ['\r\n', '\n', '\r'];

function readCsv(text: string, refused: () => Error): { line: number; values: Record<string, string> }[] {
  const [header = ''] = text.split(/\r\n|\n|\r/, 1);
  const delimiter = [',', ';', '\t'].toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ',';
  try {
    const rows = parse(text, {
      bom: true,
      delimiter,
      record_delimiter: lineEnds,
      columns: (names: string[]) => names.map((name) => name.trim()),
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
    }) as unknown as { info: { lines: number }; record: Record<string, string> }[];
    return rows.map(({ info, record }) => ({ line: info.lines, values: record }));
  } catch (error) {
    if ((error as CsvError).code?.startsWith('CSV_')) throw refused();
    throw error;
  }
}

/** Undefined for an empty cell, which leaves the field to its default. */
function valueOf(kind: FieldKind, cell: string): unknown {
  const text = cell.replace(formulaGuard, '');
  if (kind === 'list') return listOf(text);
  if (kind === 'text') return text;
  if (text.trim() === '') return undefined;
  if (kind === 'number') return Number(text);
  return truths.get(text.trim().toLowerCase()) ?? text;
}

const truths: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

const listOf = (text: string): string[] =>
  [...text.matchAll(/(?:^|\|)((?:\\.|[^|\\]|\\$)*)/gsu)]
    .map(([, one = '']) => one.replaceAll(/\\([\\|])/g, '$1'))
    .filter((one) => one.trim() !== '');
