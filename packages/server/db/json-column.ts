import { channel } from 'node:diagnostics_channel';
import type { FastifyBaseLogger } from 'fastify';
import type { Schema } from './schema.ts';
import type { Json } from './tables/row.ts';

type StoredPlace = keyof Schema | `${keyof Schema}.${string}`;

interface DamagedRow {
  readonly place: StoredPlace;
  readonly row: number | string;
  readonly reason: string;
}

const damaged = channel('aisle:damaged-row');

export const tellDamagedRow = (place: StoredPlace, row: number | string, error: unknown): void =>
  damaged.publish({ place, row, reason: String(error) } satisfies DamagedRow);

/**
 * Parses a JSON column; `instead` for null. A corrupt value is logged with its row and replaced by `instead`, so that one bad
 * row doesn't fail a page, the jobs or the start.
 */
export function jsonOf<Value>(text: Json | null, instead: Value, place: StoredPlace, row: number | string): Value {
  if (text === null) return instead;
  try {
    const value: unknown = JSON.parse(text);
    if (isAlike(value, instead)) return value as Value;
    throw new TypeError('It is of another kind.');
  } catch (error) {
    tellDamagedRow(place, row, error);
    return instead;
  }
}

const isAlike = (value: unknown, instead: unknown): boolean =>
  typeof value === 'object' && value !== null && (instead === null || Array.isArray(value) === Array.isArray(instead));

/** Then rows are logged again. */
const rememberedRows = 10_000;

/** Logs each corrupt row once. Returns a function that stops it. */
export function logDamagedRows(log: FastifyBaseLogger): () => void {
  const told = new Set<string>();
  const tell = (message: unknown): void => {
    const found = message as DamagedRow;
    const key = `${found.place} ${found.row}`;
    if (told.has(key)) return;
    if (told.size >= rememberedRows) told.clear();
    told.add(key);
    log.error(
      found,
      'A stored row can not be read, and is used without what is damaged. Save it again, or restore it from a backup.',
    );
  };
  damaged.subscribe(tell);
  return () => damaged.unsubscribe(tell);
}
