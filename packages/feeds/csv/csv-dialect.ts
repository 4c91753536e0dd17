import { CsvSplitter, type CsvDialect } from './csv-rows.ts';
import { readLimits } from '#feeds/limits.ts';

const separators = [',', ';', '\t', '|'];
const sampledRows = 30;

/**
 * Finds the separator and the line break of a CSV in its beginning, which may be cut anywhere: the separator that splits
 * the rows into the same number of cells most often, and into more cells when two do equally well.
 */
export function detectDialect(head: string, separator: string | null): CsvDialect {
  const newline = head.includes('\n') || !head.includes('\r') ? '\n' : '\r';
  return { separator: separatorOf(separator) ?? announced(head) ?? guessed(head, newline), newline };
}

/** Excel's `sep=;` in the first line. */
export function announced(head: string): string | null {
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
