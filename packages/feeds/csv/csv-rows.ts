import { FeedError } from '#feeds/feed-error.ts';
import type { ReadLimits } from '#feeds/limits.ts';

export interface CsvRow {
  readonly cells: string[];
  readonly line: number;
  readonly isRepaired: boolean;
}

export interface CsvDialect {
  readonly separator: string;
  readonly newline: '\n' | '\r';
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
      rows.push({ cells: row.cells, line: this.#line, isRepaired: row.isRepaired });
      this.#line += this.#newlinesIn(position, row.next);
      position = row.next;
    }
    this.#buffer = this.#buffer.slice(position);
    this.#searchedTo = this.#newlineFrom(0) === -1 ? this.#buffer.length : 0;
    return rows;
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
      if (this.#buffer[quote + 1] === '"') {
        hasEscapes = true;
        from = quote + 2;
        continue;
      }
      const next = this.#skipBlanks(quote + 1);
      if (next >= this.#buffer.length && !isEnd) return needsMore;
      if (!this.#isCellEnd(next)) return 'broken';
      const value = this.#buffer.slice(start, quote);
      return { value: hasEscapes ? value.replaceAll('""', '"') : value, end: next };
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
