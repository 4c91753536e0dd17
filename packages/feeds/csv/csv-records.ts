import { detectDialect, detectHeader, CsvSplitter, type CsvRow } from './csv-rows.ts';
import { FeedError } from '#feeds/feed-error.ts';
import {
  type FeedRecord,
  type RecordBatches,
  type RecordValue,
  emptyFields,
  problemOf,
  saysNothing,
} from '#feeds/feed-record.ts';
import { readLimits, type ReadLimits } from '#feeds/limits.ts';
import type { ItemProblem } from '#feeds/feed-texts.ts';

export interface CsvOptions {
  readonly head: string;
  readonly separator: string | null;
  readonly headers: string | null;
}

/** Rows that don't fit the header are records with a problem. @throws FeedError `tooManyColumns`, `lineTooLong`, `noRows` */
export async function* csvRecords(
  text: AsyncIterable<string>,
  options: CsvOptions,
  limits: ReadLimits = readLimits,
): RecordBatches {
  const splitter = new CsvSplitter(detectDialect(options.head, options.separator), limits);
  const reader = new RowReader(options, limits);
  for await (const piece of text) {
    const batch = reader.read(splitter.write(piece));
    if (batch.length > 0) yield batch;
  }
  const last = reader.read(splitter.end());
  if (last.length > 0) yield last;
  if (reader.position === 0) throw new FeedError('noRows');
}

/** Null without given headers. */
export function givenColumns(headers: string | null): string[] | null {
  const given = headers?.split(/[,\n]/).map((name) => name.trim());
  return given?.some((name) => name !== '') ? columnNames(given) : null;
}

/** InSales: `Параметр: Бренд`; eBay: `C:Brand`; UNAS: `Paraméter: Szín||text`. */
const ofParameter =
  /^(?:c|param\p{L}*|свойство|параметр|характеристик[аи]|characteristics?|properties|property|vlastnost|cecha|merkmal)\s*:\s*(\S[^|]*)(?:\|\|\w+)?$/iu;

export function columnNames(cells: readonly string[]): string[] {
  const used = new Set<string>();
  return cells.map((cell, index) => {
    const name = cell.replace(/\s+/g, ' ').trim().replace(ofParameter, 'param.$1') || `column ${index + 1}`;
    let unique = name;
    for (let number = 2; used.has(unique); number += 1) unique = `${name} ${number}`;
    used.add(unique);
    return unique;
  });
}

const otherSeparators = [';', ',', '\t', '|'];

/** One cell that another separator splits into exactly the columns: two exports were concatenated. */
function withOtherSeparator(row: CsvRow, columnCount: number): CsvRow {
  const [only = ''] = row.cells;
  if (row.cells.length !== 1 || columnCount < 3) return row;
  const splits = otherSeparators.map((separator) => only.split(separator));
  const cells = splits.find((each) => each.length === columnCount);
  return cells ? { ...row, cells, isRepaired: true } : row;
}

/** WooCommerce and others keep spreadsheets from calculating: `'-1`, `'=A1`. */
const withoutApostrophe = (text: string): string => (text.charCodeAt(0) === 0x27 && /^'[=+@-]/.test(text) ? text.slice(1) : text);

const quoted = /^"([^"]*)"$/s;
const leastQuoted = 2;

/** Scripts that write quotes by themselves before a library does. */
const areQuoted = (texts: readonly string[]): boolean =>
  texts.length >= leastQuoted && texts.every((text) => text.charCodeAt(0) === 0x22 && quoted.test(text));

class RowReader {
  position = 0;
  #columns: string[] | null;
  #mayBeHeader: boolean;
  #rowsAbove: number;
  #rowsBelow: number;
  readonly #isQuoted: readonly boolean[];
  readonly #limits: ReadLimits;

  constructor({ head, separator, headers }: CsvOptions, limits: ReadLimits) {
    const { rowsAbove, rowsBelow, unnamedColumns, names, sampledRows } = detectHeader(head, separator);
    this.#isQuoted = names.map((_, at) => areQuoted(sampledRows.flatMap((cells) => cells[at]?.trim() || [])));
    this.#columns = givenColumns(headers);
    this.#mayBeHeader = this.#columns !== null;
    if (unnamedColumns !== null) this.#columns ??= columnNames(Array.from({ length: unnamedColumns }, () => ''));
    this.#rowsAbove = rowsAbove;
    this.#rowsBelow = rowsBelow;
    this.#limits = limits;
  }

  read(rows: readonly CsvRow[]): FeedRecord[] {
    const batch: FeedRecord[] = [];
    for (const row of rows) {
      if (this.#rowsAbove > 0) this.#rowsAbove -= 1;
      else if (!row.cells.every((cell) => cell.trim() === '')) this.#readRow(row, batch);
    }
    return batch;
  }

  #readRow(row: CsvRow, batch: FeedRecord[]): void {
    if (this.#columns === null) this.#columns = this.#header(row);
    else if (this.#rowsBelow > 0) this.#rowsBelow -= 1;
    else if (this.#mayBeHeader && this.#repeatsHeader(row, this.#columns)) this.#mayBeHeader = false;
    else {
      this.#mayBeHeader = false;
      batch.push(this.#record(row, this.#columns));
    }
  }

  #header(row: CsvRow): string[] {
    if (row.cells.length > this.#limits.maxColumns) {
      throw new FeedError('tooManyColumns', { maxColumns: this.#limits.maxColumns });
    }
    return columnNames(row.cells);
  }

  #repeatsHeader(row: CsvRow, columns: readonly string[]): boolean {
    return (
      row.cells.length === columns.length &&
      row.cells.every((cell, index) => cell.trim().toLowerCase() === columns[index]?.toLowerCase())
    );
  }

  #record(given: CsvRow, columns: readonly string[]): FeedRecord {
    const row = withOtherSeparator(given, columns.length);
    this.position += 1;
    const fields: Record<string, RecordValue> = emptyFields();
    const problems: ItemProblem[] = [];
    const count = Math.min(columns.length, row.cells.length);
    for (let index = 0; index < count; index += 1) {
      const cell = (row.cells[index] ?? '').trim();
      this.#addCell(fields, problems, columns[index] ?? '', this.#isQuoted[index] ? cell.replace(quoted, '$1') : cell);
    }
    if (row.isRepaired) problems.push(problemOf('repairedText', 'warning'));
    if (row.cells.length < columns.length) problems.push(problemOf('tooFewColumns', 'warning', columns[row.cells.length]));
    if (row.cells.length > columns.length) problems.push(problemOf('tooManyColumns', 'warning', null, row.cells[columns.length]));
    const record = { position: this.position, line: row.line, fields };
    return problems.length > 0 ? { ...record, problems } : record;
  }

  #addCell(fields: Record<string, RecordValue>, problems: ItemProblem[], name: string, cell: string): void {
    const value = withoutApostrophe(cell);
    if (value === '' || saysNothing(value)) return;
    const { maxValueChars } = this.#limits;
    if (value.length > maxValueChars) problems.push(problemOf('valueTooLong', 'warning', name, value));
    fields[name] = value.length > maxValueChars ? value.slice(0, maxValueChars) : value;
  }
}
