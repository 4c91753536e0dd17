import type { Validity } from './foreign-rules.ts';

import { readListValues } from '#contract/limits.ts';

/** Reads values of files that anybody may have written: what doesn't fit is missing. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Numbers are texts, too: ids are either. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** Those that say something, each once. */
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
