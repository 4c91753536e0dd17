import { channel } from 'node:diagnostics_channel';
import type { FastifyBaseLogger } from 'fastify';
import type { Schema } from './schema.ts';
import type { Json } from './tables/row.ts';

/** A table, with the column where only that is damaged. */
type StoredPlace = keyof Schema | `${keyof Schema}.${string}`;

interface DamagedRow {
  readonly place: StoredPlace;
  /** What tells the row apart, most often its id. */
  readonly row: number | string;
  readonly reason: string;
}

const damaged = channel('aisle:damaged-row');

/** Says that something stored can't be read. */
export const tellDamagedRow = (place: StoredPlace, row: number | string, error: unknown): void =>
  damaged.publish({ place, row, reason: String(error) } satisfies DamagedRow);

/**
 * The value of a JSON column; `instead` where there is none. One that can't be read, or isn't of the kind of `instead`, is told with its
 * row, and `instead` takes its place: what a damaged row says is lost, and must not take a page, all jobs or the start along.
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

/** Objects are told from lists, and nothing that is kept as JSON is anything else. */
const isAlike = (value: unknown, instead: unknown): boolean =>
  typeof value === 'object' && value !== null && (instead === null || Array.isArray(value) === Array.isArray(instead));

/** So many rows are logged once; after that, all of them are logged again. */
const rememberedRows = 10_000;

/** Logs each damaged row once, until what it answers is called. */
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
