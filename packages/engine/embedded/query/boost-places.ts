import type { Room } from '#engine/embedded/kernel/room.ts';

/** A place is one more than a score, as 0 is no place; higher scores share the highest. */
const highestPlace = 2 ** 31 - 1;

/** What boosts make of the score that all items of a segment have without words, as places that a kernel can rank them by. */
export class BoostPlaces {
  readonly array: Uint32Array;
  readonly #scoreOf: (doc: number) => number;
  /** Items that have other values now. */
  #changed = new Set<number>();
  #areShared = false;

  /** `scoreOf` answers whole score units, 0 or more. */
  constructor(docCount: number, room: Room, scoreOf: (doc: number) => number) {
    this.array = room.uint32(docCount);
    this.#scoreOf = scoreOf;
    for (let doc = 0; doc < docCount; doc++) this.#place(doc);
  }

  /** Whether items of different scores may have the same place. */
  get areShared(): boolean {
    return this.#areShared;
  }

  forget(docs: readonly number[]): void {
    for (const doc of docs) this.#changed.add(doc);
  }

  /** Before a search. */
  follow(): void {
    for (const doc of this.#changed) this.#place(doc);
    this.#changed.clear();
  }

  #place(doc: number): void {
    const place = this.#scoreOf(doc) + 1;
    this.#areShared ||= place > highestPlace;
    this.array[doc] = Math.min(place, highestPlace);
  }
}
