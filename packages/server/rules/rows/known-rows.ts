import { LRUCache } from 'lru-cache';
import type { RowMark } from './row-reads.ts';
import type { RowScope } from '#server/db/row-scope.ts';
import type { Rows } from './row-table.ts';
import { inSlices } from '#server/slices.ts';

/** Rows of all places together that are remembered; what is made of one takes about a kilobyte. */
const mostKnown = 50_000;

/** What is made of a row as it was when it changed last. */
interface Known<Made> {
  readonly at: number;
  /** null for a row that isn't sound. */
  readonly made: Made | null;
}

/**
 * What is made of rows that are read again and again, remembered for each of them until it changes: reading the marks of thousands of rows
 * takes a millisecond, reading the rows ten times as long. Whoever changes rows, on whichever server, is seen by the next reading.
 */
export class KnownRows<Fields, Made> {
  readonly #make: (fields: Fields, variant: string) => Made;
  readonly #places = new LRUCache<string, ReadonlyMap<number, Known<Made>>>({
    maxSize: mostKnown,
    sizeCalculation: ({ size }) => Math.max(1, size),
  });

  /** `variant` decides what is made besides the row, as the language of its project does. */
  constructor(make: (fields: Fields, variant: string) => Made) {
    this.#make = make;
  }

  /** Of the rows with these marks, by their ids. Within a transaction nothing is remembered, as it may be undone. */
  async of<Sort extends string>(
    rows: Rows<Fields, Sort>,
    scope: RowScope,
    variant: string,
    marks: readonly RowMark[],
  ): Promise<ReadonlyMap<number, Known<Made>>> {
    const place = `${scope.id} ${scope.collectionId} ${variant}`;
    const before: ReadonlyMap<number, Known<Made>> = this.#places.get(place) ?? new Map();
    const changed = marks.filter(({ id, updated_at: at }) => before.get(id)?.at !== at).map(({ id }) => id);
    if (changed.length === 0 && before.size === marks.length) return before;
    const read = await this.#read(rows, scope, variant, changed);
    // A row may be gone since its mark was read.
    const now = new Map<number, Known<Made>>();
    for (const { id } of marks) {
      const known = read.get(id) ?? before.get(id);
      if (known !== undefined) now.set(id, known);
    }
    if (!rows.isInTransaction) this.#places.set(place, now);
    return now;
  }

  async #read<Sort extends string>(
    rows: Rows<Fields, Sort>,
    scope: RowScope,
    variant: string,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, Known<Made>>> {
    const read = new Map<number, Known<Made>>();
    const breathe = inSlices();
    for (const { item, fields, isSound } of await rows.stored(scope, ids)) {
      read.set(item.id, { at: item.updated_at, made: isSound ? this.#make(fields, variant) : null });
      await breathe();
    }
    return read;
  }
}
