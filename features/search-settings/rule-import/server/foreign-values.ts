import type { Validity } from './foreign-rules.ts';
import { readListValues, maximumRuleFileEntries } from '#contract/limits.ts';
import { fail } from '#server/base/fail.ts';
import { inSlices } from '#server/base/slices.ts';

/** Reads values of files that anybody may have written: what doesn't fit is missing. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Numbers are texts, too: ids are either. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

export const textsOf = (value: unknown): string[] => [
  ...new Set(
    listOf(value)
      .slice(0, readListValues)
      .map(textOf)
      .filter((text) => text !== ''),
  ),
];

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

const millisecondsPerSecond = 1000;

/** Seconds since 1970, as the services write moments; undefined where there is none, null for what is no moment. */
function momentOf(value: unknown): number | undefined | null {
  if (value === undefined || value === null || value === 0) return undefined;
  return typeof value === 'number' && value > 0 ? Math.round(value * millisecondsPerSecond) : null;
}

/** When a rule acts; null where that can't be read. */
export function validityBetween(first: unknown, last: unknown): Validity | null {
  const [from, to] = [momentOf(first), momentOf(last)];
  if (from === null || to === null) return null;
  return { ...(from !== undefined && { valid_from: from }), ...(to !== undefined && { valid_to: to }) };
}

export const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export interface FileLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** Entries are read before anything is known of them. Throws `tooManyFileRows`. */
export function refuseMany(count: number): void {
  if (count > maximumRuleFileEntries) throw fail('tooManyFileRows', { max: maximumRuleFileEntries });
}

/** The lines of a text that say something, one after the other: a file of millions is refused before they are all taken apart. */
export async function* linesOf(text: string): AsyncGenerator<FileLine> {
  const breathe = inSlices();
  const end = /\r\n|\n|\r|$/g;
  let count = 0;
  for (let [line, from] = [1, 0]; from <= text.length; line += 1) {
    await breathe();
    end.lastIndex = from;
    const found = end.exec(text);
    const to = found?.index ?? text.length;
    const said = text.slice(from, to).trim();
    if (said !== '') {
      refuseMany((count += 1));
      yield { line, text: said };
    }
    from = to + (found?.[0].length || 1);
  }
}
