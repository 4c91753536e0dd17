/** Spreadsheets run such cells as formulas, with full-width signs as well. */
const formulaStart = /^'*[=+\-@＝＋－＠\t\r\n]/;
export const formulaGuard = new RegExp(`^'(?=${formulaStart.source.slice(1)})`);
const needsQuotes = /[",;\n\r\t]/;
const byteOrderMark = '\ufeff';

type Cell = string | number | null;

/** RFC 4180; texts that would be formulas get a leading apostrophe. */
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
