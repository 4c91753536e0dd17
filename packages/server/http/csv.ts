/** Spreadsheets take cells that begin so for formulas, and run them; those of East Asia do so with full-width signs, too. */
const formulaStart = /^'*[=+\-@＝＋－＠\t\r\n]/;
/** What is put before such a text, and is no part of it. */
export const formulaGuard = new RegExp(`^'(?=${formulaStart.source.slice(1)})`);
const needsQuotes = /[",;\n\r\t]/;
/** Makes Excel read UTF-8. */
const byteOrderMark = '\ufeff';

type Cell = string | number | null;

/** RFC 4180, safe in a spreadsheet: a text that would be a formula begins with an apostrophe; numbers stay. */
export function csvText(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvOfLines([header, ...rows].map(csvLine));
}

export const csvLine = (cells: readonly Cell[]): string => cells.map(written).join(',');
export const csvOfLines = (lines: readonly string[]): string => `${byteOrderMark}${lines.join('\r\n')}\r\n`;

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = formulaStart.test(cell) ? `'${cell}` : cell;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
