import type { GlobalColumn } from '#engine/index/columns/global-column.ts';
import { groupOf, type GroupOrder, segmentShift, sizeOf } from './group-order.ts';
import type { SearchedGeneration } from '#engine/search/generation/searched-generation.ts';
import type { Matches } from './matches.ts';
import type { Tally } from './tally.ts';

/** Which items share a result, of those that match. */
export interface Collapsing {
  /** Number of the item's group. */
  groupOf(doc: number): number;
  readonly groupCount: number;
  /** How many matches the item's group has, itself included. */
  sizeOf(doc: number): number;
}

export class MatchedGroups implements Collapsing {
  readonly groupCount: number;
  readonly #generation: SearchedGeneration;
  readonly #order: GroupOrder;
  /** By place in the order of groups. */
  readonly #has: Uint8Array;

  constructor(generation: SearchedGeneration, order: GroupOrder, matches: Matches) {
    this.#generation = generation;
    this.#order = order;
    this.#has = new Uint8Array(order.items.length);
    this.#mark(this.#has, matches);
    let count = 0;
    let last = -1;
    for (const place of this.#placesOf(this.#has)) {
      const group = order.groups[place]!;
      if (group !== last) count += 1;
      last = group;
    }
    this.groupCount = count;
  }

  groupOf(doc: number): number {
    return groupOf(this.#order, doc);
  }

  sizeOf(doc: number): number {
    return sizeOf(this.#order, doc, (place) => this.#has[place] === 1);
  }

  /** Counts in how many groups each value is, with more matches beside all others: a group has a value when any of its items does. */
  count(column: GlobalColumn, others: Matches | undefined, tally: Tally): void {
    const has = others === undefined ? this.#has : this.#has.slice();
    if (others !== undefined) this.#mark(has, others);
    const { items, groups } = this.#order;
    /** By value: the group that counted it last. */
    const last = new Int32Array(column.values.length).fill(-1);
    const count = (value: number, group: number): void => {
      if (last[value] !== group) tally.add(value);
      last[value] = group;
    };
    for (const place of this.#placesOf(has)) {
      const segment = items[place]! >>> segmentShift;
      const doc = items[place]! & ((1 << segmentShift) - 1);
      const { starts, ordinals } = this.#generation.segments[segment]!.columns[column.index]!;
      const values = column.ordinalsOf[segment]!;
      if (starts === null) {
        if (ordinals[doc] !== 0) count(values[ordinals[doc]! - 1]!, groups[place]!);
      } else for (let at = starts[doc]!; at < starts[doc + 1]!; at++) count(values[ordinals[at]!]!, groups[place]!);
    }
  }

  #mark(has: Uint8Array, { docs, length }: Matches): void {
    for (let match = 0; match < length; match++) has[this.#order.placeOf[docs[match]!]!] = 1;
  }

  /** In order. */
  #placesOf(has: Uint8Array): Uint32Array {
    const places = new Uint32Array(has.length);
    let count = 0;
    for (let place = 0; place < has.length; place++) {
      places[count] = place;
      count += has[place]!;
    }
    return places.subarray(0, count);
  }
}
