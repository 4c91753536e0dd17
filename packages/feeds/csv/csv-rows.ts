import { FeedError } from '#feeds/feed-error.ts';
import { type ReadLimits, readLimits } from '#feeds/limits.ts';
import { knownNames } from '#feeds/mapping/known-names.ts';
import { normalName, plainName } from '#feeds/mapping/item-fields.ts';
import { parseNumber } from '#feeds/values/price.ts';

export interface CsvRow {
  readonly cells: string[];
  readonly line: number;
  readonly isRepaired: boolean;
}

interface CsvDialect {
  readonly separator: string;
  readonly newline: '\n' | '\r';
  /** Quotes in quoted cells are written `\"`. */
  readonly hasBackslashes?: boolean;
  /** Every row is a quoted cell, as Excel writes a file that it opened with another separator. */
  readonly inCells?: CsvDialect;
}

const needsMore = Symbol('the row is not complete yet');

/**
 * RFC 4180 as a stream, and what real files add: blanks around cells, quotes in unquoted cells, text after a closing quote, and
 * unclosed quotes, which cost one row.
 */
export class CsvSplitter {
  #buffer = '';
  #searchedTo = 0;
  #line = 1;
  readonly #dialect: CsvDialect;
  readonly #limits: ReadLimits;

  constructor(dialect: CsvDialect, limits: ReadLimits) {
    this.#dialect = dialect;
    this.#limits = limits;
  }

  /** @throws FeedError `lineTooLong` */
  write(text: string): CsvRow[] {
    this.#buffer += text.includes('\0') ? text.replaceAll('\0', '') : text;
    const rows = this.#rows(false);
    if (this.#buffer.length > this.#limits.maxRecordChars) {
      throw new FeedError('lineTooLong', { line: this.#line, maxChars: this.#limits.maxRecordChars });
    }
    return rows;
  }

  end(): CsvRow[] {
    return this.#buffer === '' ? [] : this.#rows(true);
  }

  #rows(isEnd: boolean): CsvRow[] {
    const rows: CsvRow[] = [];
    let position = 0;
    let quote = this.#buffer.indexOf('"');
    while (position < this.#buffer.length) {
      const newline = this.#newlineFrom(Math.max(position, this.#searchedTo));
      if (newline === -1 && !isEnd) break;
      const end = newline === -1 ? this.#buffer.length : newline;
      if (quote !== -1 && quote < position) quote = this.#buffer.indexOf('"', position);
      const row = quote === -1 || quote >= end ? this.#plainRow(position, end) : this.#quotedRow(position, isEnd);
      if (row === needsMore) break;
      const found = { cells: row.cells, line: this.#line, isRepaired: row.isRepaired };
      if (this.#dialect.inCells === undefined) rows.push(found);
      else rows.push(...this.#unwrapped(found, this.#dialect.inCells));
      this.#line += this.#newlinesIn(position, row.next);
      position = row.next;
    }
    this.#buffer = this.#buffer.slice(position);
    this.#searchedTo = this.#newlineFrom(0) === -1 ? this.#buffer.length : 0;
    return rows;
  }

  #unwrapped(row: CsvRow, inCells: CsvDialect): CsvRow[] {
    const only = onlyCell(row.cells);
    if (only === null) return [row];
    const splitter = new CsvSplitter(inCells, this.#limits);
    return [...splitter.write(only), ...splitter.end()].map((inner) => ({ ...inner, line: row.line }));
  }

  #newlineFrom(from: number): number {
    return this.#buffer.indexOf(this.#dialect.newline, from);
  }

  #plainRow(start: number, end: number): ParsedRow {
    return { cells: this.#slice(start, end).split(this.#dialect.separator), next: end + 1, isRepaired: false };
  }

  #slice(start: number, end: number): string {
    const hasReturn = end > start && this.#buffer.charCodeAt(end - 1) === 0x0d;
    return this.#buffer.slice(start, hasReturn ? end - 1 : end);
  }

  #quotedRow(start: number, isEnd: boolean): ParsedRow | typeof needsMore {
    const cells: string[] = [];
    let isRepaired = false;
    let rowEnd = this.#endOfLine(start);
    for (let position = start; ;) {
      const cell = this.#isQuoteAt(position) ? this.#quotedCell(position, isEnd) : null;
      if (cell === needsMore) return needsMore;
      if (cell === 'broken') isRepaired = true;
      const isQuoted = cell !== null && cell !== 'broken';
      if (isQuoted && cell.end > rowEnd) rowEnd = this.#endOfLine(cell.end);
      if (rowEnd === this.#buffer.length && !isEnd) return needsMore;
      const separator = this.#buffer.indexOf(this.#dialect.separator, isQuoted ? cell.end : position);
      const cellEnd = separator === -1 || separator > rowEnd ? rowEnd : separator;
      cells.push(isQuoted ? cell.value : this.#slice(position, cellEnd));
      if (cells.length > this.#limits.maxColumns || cellEnd === rowEnd) return { cells, next: rowEnd + 1, isRepaired };
      position = cellEnd + this.#dialect.separator.length;
    }
  }

  #endOfLine(from: number): number {
    const newline = this.#newlineFrom(from);
    return newline === -1 ? this.#buffer.length : newline;
  }

  #isQuoteAt(position: number): boolean {
    return this.#buffer[this.#skipBlanks(position)] === '"';
  }

  #skipBlanks(position: number): number {
    let index = position;
    while (this.#buffer[index] === ' ') index += 1;
    return index;
  }

  /** @returns 'broken' to read the cell as it is. */
  #quotedCell(position: number, isEnd: boolean): { value: string; end: number } | 'broken' | typeof needsMore {
    const start = this.#skipBlanks(position) + 1;
    let hasEscapes = false;
    for (let from = start; ;) {
      const quote = this.#buffer.indexOf('"', from);
      const isTooLong = (quote === -1 ? this.#buffer.length : quote) - start > this.#limits.maxQuotedChars;
      if (isTooLong || (quote === -1 && isEnd)) return 'broken';
      if (quote === -1) return needsMore;
      const isEscaped = this.#dialect.hasBackslashes === true && this.#buffer[quote - 1] === '\\';
      if (isEscaped || this.#buffer[quote + 1] === '"') {
        hasEscapes = true;
        from = quote + (isEscaped ? 1 : 2);
        continue;
      }
      const next = this.#skipBlanks(quote + 1);
      if (next >= this.#buffer.length && !isEnd) return needsMore;
      if (!this.#isCellEnd(next)) return 'broken';
      const value = this.#buffer.slice(start, quote);
      const escaped = this.#dialect.hasBackslashes ? /\\"|""/g : '""';
      return { value: hasEscapes ? value.replaceAll(escaped, '"') : value, end: next };
    }
  }

  #isCellEnd(index: number): boolean {
    const character = this.#buffer[index];
    return (
      character === undefined ||
      character === '\n' ||
      character === '\r' ||
      this.#buffer.startsWith(this.#dialect.separator, index)
    );
  }

  #newlinesIn(start: number, end: number): number {
    let count = 0;
    for (let index = this.#newlineFrom(start); index !== -1 && index < end; index = this.#newlineFrom(index + 1)) count += 1;
    return count;
  }
}

interface ParsedRow {
  readonly cells: string[];
  readonly next: number;
  readonly isRepaired: boolean;
}

interface CsvHeader {
  /** `sep=;` of Excel, and remarks that begin with `#`. */
  readonly rowsAbove: number;
  /** Codes of the columns below their labels, as in templates of Mirakl. */
  readonly rowsBelow: number;
  /** When the first row is an item; null with a header. */
  readonly unnamedColumns: number | null;
  readonly names: readonly string[];
  readonly sampledRows: readonly (readonly string[])[];
}

const sampledRows = 30;
const leastRows = 3;
const allNames = new Set(Object.values(knownNames).flat());

/** `head` may be cut anywhere. */
export function detectHeader(head: string, separator: string | null): CsvHeader {
  const rows = sampled(head, detectDialect(head, separator), sampledRows, 2 * sampledRows);
  const aboveFirst = announced(head) === null ? 0 : 1;
  const isRemark = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '' || cell.trim().startsWith('#'));
  let rowsAbove = aboveFirst;
  while (rowsAbove < rows.length - 1 && isRemark(rows[rowsAbove] ?? [])) rowsAbove += 1;
  if (rowsAbove === rows.length - 1 && rowsAbove > aboveFirst) rowsAbove = aboveFirst;
  rowsAbove += rowsAboveNames(rows.slice(rowsAbove, rowsAbove + searchedRows)) || rowsOfPreamble(rows.slice(rowsAbove));
  const [first = [], ...others] = rows.slice(rowsAbove, rowsAbove + sampledRows);
  const rowsBelow = isRowOfCodes(first, others) || repeatsNames(first, others[0] ?? []) ? 1 : 0;
  return { rowsAbove, rowsBelow, names: first, sampledRows: others, unnamedColumns: isItem(first, others) ? first.length : null };
}

const searchedRows = 6;
const leastNames = 3;

function rowsAboveNames(rows: readonly (readonly string[])[]): number {
  const counts = rows.map((cells) => cells.filter((cell) => allNames.has(plainName(cell))).length);
  if ((counts[0] ?? 0) >= leastNames - 1) return 0;
  const named = counts.findLastIndex((count) => count >= leastNames);
  return named === -1 ? rowsOfTitles(rows) : named;
}

const leastWide = 0.6;
const mostOfTitles = 0.25;

/** A price list's title and its groups of columns fill few cells. */
function rowsOfTitles(rows: readonly (readonly string[])[]): number {
  const filled = rows.map((cells) => cells.filter((cell) => cell.trim() !== '').length);
  const header = filled.findIndex((count) => count >= Math.max(...filled) * leastWide);
  const most = Math.max(filled[header]! * mostOfTitles, Number(filled[header]! >= leastNames));
  const areTitles = filled.slice(0, header).every((count) => count <= most);
  return areTitles && rows[header]?.every((cell) => parseNumber(cell.trim()) === null) === true ? header : 0;
}

/** Up to 30 rows that are narrower than a row with a known name, which those that follow are as wide as. */
function rowsOfPreamble(rows: readonly (readonly string[])[]): number {
  const filled = rows.map((cells) => cells.filter((cell) => cell.trim() !== '').length);
  const isHeader = (count: number, at: number): boolean => {
    const below = filled.slice(at + 1).filter((each) => each > 1);
    return (
      count >= leastNames &&
      filled.slice(0, at).every((above) => above < count * leastWide) &&
      below.length >= leastRows &&
      below.every((each) => each >= count * leastWide && each <= count) &&
      rows[at]!.some((cell) => allNames.has(plainName(cell))) &&
      rows[at]!.every((cell) => parseNumber(cell.trim()) === null)
    );
  };
  return Math.max(0, filled.slice(0, sampledRows + 1).findIndex(isHeader));
}

/** `Flavor,Serving Size` below `flavor,serving_size`; rows of the very same names are read as repeated headers. */
function repeatsNames(names: readonly string[], cells: readonly string[]): boolean {
  const same = names.filter((name, at) => name.trim() !== '' && plainName(name) === plainName(cells[at] ?? ''));
  return same.length >= leastNames && same.length >= names.length * leastWide;
}

const columnCode = /^[a-z][\w-]*(?:\.[\w-]+)*$/i;
const leastCodes = 2;

/** `Shop SKU,Product name` above `shop_sku,productName`: single words, of which several are names of columns. */
function isRowOfCodes(labels: readonly string[], [codes, ...others]: readonly (readonly string[])[]): boolean {
  if (codes === undefined || codes.length !== labels.length || !codes.every((cell) => columnCode.test(cell.trim()))) return false;
  if (!labels.some((label) => /\s/.test(label.trim()))) return false;
  if (codes.some((cell, at) => others.some((cells) => cells[at] === cell))) return false;
  const isName = (cell: string, at: number) => allNames.has(plainName(cell)) || plainName(cell) === plainName(labels[at] ?? '');
  return codes.filter(isName).length >= leastCodes;
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
  const plain = { separator: separatorOf(separator) ?? announced(head) ?? guessed(head, newline), newline } as const;
  const escaped = { ...plain, hasBackslashes: true };
  const found = head.includes('\\"') && scoreOf(head, escaped) > scoreOf(head, plain) ? escaped : plain;
  const lines = sampled(head, found, sampledRows).map(onlyCell);
  if (lines.includes(null)) return found;
  const inner = lines.join(newline);
  const inCells = { separator: guessed(inner, newline), newline } as const;
  return scoreOf(inner, inCells) > leastEven && sampled(inner, inCells, 1)[0]!.length >= leastNames
    ? { ...found, inCells }
    : found;
}

const leastEven = 0.8;

/** Null if others are filled. */
const onlyCell = ([first = '', ...others]: readonly string[]): string | null =>
  others.every((cell) => cell.trim() === '') ? first : null;

const headPieceChars = 8192;

/** The first complete rows of `head`; with the last one, which may be cut, if they are fewer than `least`. */
function sampled(head: string, dialect: CsvDialect, least: number, most = sampledRows): string[][] {
  const splitter = new CsvSplitter(dialect, { ...readLimits, maxRecordChars: Number.POSITIVE_INFINITY });
  const rows: CsvRow[] = [];
  for (let at = 0; at < head.length && rows.length < most; at += headPieceChars)
    rows.push(...splitter.write(head.slice(at, at + headPieceChars)));
  if (rows.length < least) rows.push(...splitter.end());
  return rows.slice(0, most).map(({ cells }) => cells);
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
  const widths = sampled(head, dialect, 1).map(({ length }) => length);
  const isTitle = widths[0] === 1;
  const header = (isTitle ? widths.at(-2) : widths[0]) ?? 1;
  if (header === 1) return 0;
  const evenShare = widths.filter((width) => width === header).length / widths.length;
  return evenShare + Math.min(header, 100) / 1000;
}
