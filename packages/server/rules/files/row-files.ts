import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import * as z from 'zod/mini';
import { defaultTimeZone } from '#contract/days.ts';
import type { ObjectSchema } from '#contract/endpoint.ts';
import { errorText, type Problem } from '#contract/errors.ts';
import { type FieldKind, fieldKind } from '#contract/values/field-kind.ts';
import { maximumFileColumns, maximumFileRows, readListValues } from '#contract/limits.ts';
import type { FlatEntries, RowFileFormat } from '#contract/rows/row-files.ts';
import { readNumber, closingQuote } from '#contract/values/typed-number.ts';
import { cellMoment, momentCell } from './file-values.ts';
import { csvLine, csvOfLines, formulaGuard } from '#server/formats/csv.ts';
import { fail } from '#server/base/fail.ts';
import { parseInSlices } from '#server/formats/json-body.ts';
import { inSlices } from '#server/base/slices.ts';

type Shape = ObjectSchema['_zod']['def']['shape'];

const toldColumns = 20;
const toldCharacters = 200;

const isNeeded = (field: z.core.$ZodType) => [undefined, null].every((value) => !z.safeParse(field, value).success);

/** HTML and JSON begin with other letters. */
const isColumnName = (cell: string): boolean => /^[^<>{}[\]]*$/.test(cell);

class RowColumns {
  readonly #shape: Shape;
  readonly #fields: ReadonlyMap<string, string>;
  readonly #unknown = new Set<string>();

  constructor(shape: Shape, aliases: Readonly<Record<string, string>> = {}) {
    this.#shape = shape;
    const names = [
      ...Object.entries(aliases).filter(([, field]) => field in shape),
      ...Object.keys(shape).map((name) => [name, name]),
    ];
    this.#fields = new Map(names.map(([name = '', field = '']) => [name.toLowerCase(), field]));
  }

  /** Undefined for an unknown name, which is noted. */
  fieldOf(name: string): string | undefined {
    const field = this.#fields.get(name.trim().toLowerCase());
    if (field === undefined && name.trim() !== '' && this.#unknown.size < toldColumns)
      this.#unknown.add(name.trim().slice(0, toldCharacters));
    return field;
  }

  /** Throws `columnMissing`, or `refused()` if the line is no header. */
  ofHeader(header: readonly string[], refused: () => Error): (string | undefined)[] {
    const fields = header.map((name) => this.fieldOf(name));
    const isNoneKnown = fields.every((field) => field === undefined);
    if (isNoneKnown && !header.every(isColumnName)) throw refused();
    const missing = Object.entries(this.#shape).find(([name, field]) => isNeeded(field) && !fields.includes(name));
    const columns = header.map((name) => name.trim()).filter((name) => name !== '');
    if (missing) throw fail('columnMissing', { column: missing[0], columns: columns.join(', ').slice(0, toldCharacters) });
    if (isNoneKnown) throw refused();
    return fields;
  }

  get unknown(): string[] {
    return [...this.#unknown];
  }
}

export interface CellWords {
  readonly flat?: FlatEntries;
  readonly timeZone?: string;
}

interface Cells extends Required<CellWords> {
  readonly shape: ObjectSchema['_zod']['def']['shape'];
  readonly columns: RowColumns;
}

export interface FileRow {
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly problem?: Problem;
}

interface ReadRows {
  readonly rows: readonly FileRow[];
  readonly unknownColumns: readonly string[];
}

const listSeparator = '|';

/** Numbers and booleans are written as in JSON; a list is one cell with `|` between its values. */
export async function writeRows(
  format: RowFileFormat,
  schema: ObjectSchema,
  rows: readonly object[],
  words: CellWords = {},
): Promise<string> {
  const { names, cellsOf } = cellWriter(schema, words);
  const breathe = inSlices();
  const lines: string[] = format === 'csv' ? [csvLine(names)] : [];
  for (const row of rows) {
    await breathe();
    const values = new Map<string, unknown>(Object.entries(row));
    const line = format === 'csv' ? csvLine(cellsOf(values)) : jsonLine(names, values);
    lines.push(line);
  }
  // One row per line, so that line numbers of errors match an editor.
  return format === 'csv' ? csvOfLines(lines) : `[\n${lines.join(',\n')}\n]\n`;
}

function cellWriter(schema: ObjectSchema, { flat = {}, timeZone = defaultTimeZone }: CellWords = {}) {
  const fields = Object.entries(schema._zod.def.shape);
  const names = fields.map(([name]) => name);
  const moments = new Set(fields.flatMap(([name, field]) => (fieldKind(field) === 'moment' ? [name] : [])));
  const cellsOf = (values: ReadonlyMap<string, unknown>) =>
    names.map((name) => {
      const value = values.get(name);
      if (moments.has(name) && typeof value === 'number') return momentCell(value, timeZone);
      return cellOf(flattened(value, flat[name]));
    });
  return { names, cellsOf };
}

const flattened = (value: unknown, flat: FlatEntries[string] | undefined): unknown =>
  flat && Array.isArray(value) ? value.map((entry) => flat.write(entry)) : value;

const jsonLine = (names: readonly string[], values: ReadonlyMap<string, unknown>): string =>
  JSON.stringify(Object.fromEntries(names.map((name) => [name, values.get(name)])));

function cellOf(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((one) => String(one).replaceAll(/[\\|]/g, String.raw`\$&`)).join(listSeparator);
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value);
}

/** Reads the format of `writeRows`. Throws `rowFileEmpty`, `rowFileNotText`, `rowFileNotValid`, `columnMissing` and `tooManyFileRows`. */
export async function readRows(
  format: RowFileFormat,
  schema: ObjectSchema,
  text: string,
  {
    flat = {},
    timeZone = defaultTimeZone,
    aliases = {},
  }: CellWords & { readonly aliases?: Readonly<Record<string, string>> } = {},
): Promise<ReadRows> {
  const { shape } = schema._zod.def;
  const columns = new RowColumns(shape, aliases);
  const refused = () => fail('rowFileNotValid', { fields: Object.keys(shape).join(', ') });
  const plain = text.replace(/^\uFEFF/, '');
  if (plain.trim() === '') throw fail('rowFileEmpty');
  if (isBinary(plain)) throw fail('rowFileNotText');
  const read =
    format === 'json' ? readJson(plain, columns, refused) : readCsv(plain, { shape, columns, flat, timeZone }, refused);
  const rows: FileRow[] = [];
  for await (const row of read) {
    if (rows.length === maximumFileRows) throw fail('tooManyFileRows', { max: maximumFileRows });
    rows.push(row);
  }
  return { rows, unknownColumns: columns.unknown };
}

async function* readJson(text: string, columns: RowColumns, refused: () => Error): AsyncIterable<FileRow> {
  const isObject = (row: unknown): row is Record<string, unknown> =>
    typeof row === 'object' && row !== null && !Array.isArray(row);
  let rows: unknown;
  try {
    // `parseInSlices` reads a list within an object in parts.
    ({ rows } = (await parseInSlices(Buffer.from(`{"rows":${text}}`), JSON.parse)) as { rows: unknown });
  } catch (error) {
    throw error instanceof SyntaxError ? refused() : error;
  }
  if (!Array.isArray(rows)) throw refused();
  if (rows.length > maximumFileRows) throw fail('tooManyFileRows', { max: maximumFileRows });
  if (!rows.every(isObject)) throw refused();
  const lines = await rowLines(text);
  const hasLines = lines.length === rows.length && new Set(lines).size === lines.length;
  for (const [at, row] of rows.entries()) {
    const cells = Object.entries(row);
    if (cells.length > maximumFileColumns) throw refused();
    const named = cells.map(([name, value]) => [columns.fieldOf(name), value] as const);
    const values = Object.fromEntries(named.filter(([name]) => name !== undefined));
    yield { line: hasLines ? (lines[at] ?? 0) : at + 1, values };
  }
}

/** Rows are numbered instead if several begin on one line. */
async function rowLines(text: string): Promise<number[]> {
  const breathe = inSlices();
  const lines: number[] = [];
  let [line, depth] = [1, 0];
  // Texts are skipped: a regular expression would keep each letter in memory.
  const token = /["{}[\]\n]/g;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    if (found[0] === '"') token.lastIndex = closingQuote(text, token.lastIndex) + 1 || text.length;
    else if (found[0] === '\n') line += 1;
    else if (found[0] === '}' || found[0] === ']') depth -= 1;
    else {
      if (depth === 1) lines.push(line);
      depth += 1;
    }
    await breathe();
  }
  return lines;
}

/** Files written by several programs mix them. */
const lineEnds = ['\r\n', '\n', '\r'];
const delimiters = [',', ';', '\t'];
const fedCharacters = 16_384;

async function* readCsv(text: string, cells: Cells, refused: () => Error): AsyncIterable<FileRow> {
  const [header = ''] = text.trimStart().split(/\r\n|\n|\r/, 1);
  const delimiter = delimiters.toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ',';
  const breathe = inSlices();
  // A stream alone never yields to other work.
  async function* pieces(): AsyncGenerator<string> {
    for (let at = 0; at < text.length; at += fedCharacters) {
      await breathe();
      yield text.slice(at, at + fedCharacters);
    }
  }
  const parser = Readable.from(pieces()).pipe(
    parse({
      delimiter,
      record_delimiter: lineEnds,
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
      // People write `tv 55"`.
      relax_quotes: true,
    }),
  );
  let fields: readonly (string | undefined)[] | undefined;
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: string[] }>) {
      await breathe();
      if (fields === undefined && record.length > maximumFileColumns) throw refused();
      if (fields === undefined) fields = cells.columns.ofHeader(record, refused);
      else if (record.slice(fields.length).some((cell) => cell.trim() !== ''))
        yield { line: info.lines, values: {}, problem: tooManyCells };
      else yield { line: info.lines, values: valuesOf(cells, fields, record) };
    }
  } catch (error) {
    throw error instanceof CsvError ? refused() : error;
  }
  if (fields === undefined) throw refused();
}

const tooManyCells: Problem = { field: '', code: 'tooManyCells', message: errorText('tooManyCells') };

const valuesOf = (
  { shape, flat, timeZone }: Cells,
  fields: readonly (string | undefined)[],
  record: readonly string[],
): Record<string, unknown> =>
  Object.fromEntries(
    record.flatMap((cell, at) => {
      const name = fields[at];
      const field = name === undefined ? undefined : shape[name];
      if (name === undefined || field === undefined) return [];
      const value = valueOf(fieldKind(field), cell, timeZone, flat[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** Undefined for an empty cell: the field gets its default. */
function valueOf(kind: FieldKind, cell: string, timeZone: string, flat?: FlatEntries[string]): unknown {
  const text = cell.replace(formulaGuard, '');
  if (kind === 'list') return flat ? listOf(text).map(flat.read) : listOf(text);
  if (kind === 'text') return text;
  if (text.trim() === '') return undefined;
  if (kind === 'number') return numberOf(text);
  if (kind === 'moment') return cellMoment(text.trim(), timeZone);
  return truths.get(text.trim().toLowerCase()) ?? text;
}

/** Refuses `1,000`, which could be two numbers. */
function numberOf(text: string): number {
  const plain = Number(text);
  if (!Number.isNaN(plain)) return plain;
  const read = readNumber(text, { mark: '.', decimals: cellDecimals });
  return 'number' in read ? read.number : Number.NaN;
}
const cellDecimals = 15;

const truths: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

const listOf = (text: string): string[] =>
  text
    .matchAll(/(?:^|\|)((?:[^|\\]+|\\.|\\$)*)/gsu)
    .take(readListValues)
    .map(([, one = '']) => one.replaceAll(/\\([\\|])/g, '$1'))
    .filter((one) => one.trim() !== '')
    .toArray();

const readCharacters = 1000;

/** Spreadsheets, archives and pictures begin with characters that no text has. */
export const isBinary = (text: string): boolean =>
  text.includes('\0') || /[\u0001-\u0008\u000e-\u001f]/.test(text.slice(0, readCharacters));
