import type { SlicedWork } from '#engine/index/columns/slices.ts';
import type { Room } from '#engine/index/segment/room.ts';

/** A place is one more than a score, as 0 is no place; higher scores share the highest. */
const highestPlace = 2 ** 31 - 1;

/** At most some .6 ms. */
const placedAtOnce = 1_024;

/** Items of the same number have the same score. */
export interface AlikeItems {
  /** By item: below `count`. */
  readonly numbers: Uint32Array;
  readonly count: number;
}

/** What boosts make of the score that all items of a segment have without words, as places that a kernel can rank them by. */
export class BoostPlaces {
  readonly array: Uint32Array;
  readonly #docCount: number;
  readonly #scoreOf: (doc: number) => number;
  #changed = new Set<number>();
  #areShared = false;
  #isReady = false;

  /** `scoreOf` answers whole score units, 0 or more. */
  constructor(docCount: number, room: Room, scoreOf: (doc: number) => number) {
    this.array = room.uint32(docCount);
    this.#docCount = docCount;
    this.#scoreOf = scoreOf;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Whether items of different scores may have the same place. */
  get areShared(): boolean {
    return this.#areShared;
  }

  /** Gives each item its place. Where many are alike, `alike` spares working out each. */
  *fill(alike: AlikeItems | null): SlicedWork<void> {
    const known = new Uint32Array(alike?.count ?? 0);
    for (let from = 0; from < this.#docCount; from += placedAtOnce) {
      const end = Math.min(this.#docCount, from + placedAtOnce);
      if (alike === null) for (let doc = from; doc < end; doc++) this.array[doc] = this.#placeOf(doc);
      else this.#placeAlike(alike.numbers, known, from, end);
      yield;
      // A search needed all of them at once.
      if (this.#isReady) return;
    }
    this.#isReady = true;
  }

  #placeAlike(numbers: Uint32Array, known: Uint32Array, from: number, end: number): void {
    const places = this.array;
    for (let doc = from; doc < end; doc++) places[doc] = known[numbers[doc]!] ||= this.#placeOf(doc);
  }

  forget(docs: readonly number[]): void {
    for (const doc of docs) this.#changed.add(doc);
  }

  /** Before a search. */
  follow(): void {
    for (const doc of this.#changed) this.array[doc] = this.#placeOf(doc);
    this.#changed.clear();
  }

  #placeOf(doc: number): number {
    const place = this.#scoreOf(doc) + 1;
    this.#areShared ||= place > highestPlace;
    return Math.min(place, highestPlace);
  }
}
