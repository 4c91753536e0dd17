import type { Column } from '#engine/index/segment/column.ts';
import type { GlobalColumn, SlicedWork } from '#engine/index/columns/global-column.ts';
import type { Room } from '#engine/index/segment/arrays.ts';
import type { Segment } from '#engine/index/segment/segment.ts';
import type { SearchedGeneration } from './searched-generation.ts';
import type { Matches } from './ranking.ts';

/** An order in which items of a group are contiguous. */
export interface GroupOrder {
  /** By place in this order: the item's segment in the upper 16 bits, and its number there in the lower. */
  readonly items: Uint32Array;
  readonly groups: Uint32Array;
  readonly placeOf: Uint32Array;
}

const segmentShift = 16;

export type ColumnsOf = (segment: Segment) => readonly Column[];
export const columnsNow: ColumnsOf = ({ columns }) => columns;

function groupNumbers({ starts, ordinals }: Column, toGlobal: Uint32Array, docCount: number, groupCount: number): Uint32Array {
  const numbers = new Uint32Array(docCount).fill(groupCount);
  for (let doc = 0; doc < docCount; doc++) {
    if (starts === null) {
      const ordinal = ordinals[doc]!;
      if (ordinal !== 0) numbers[doc] = toGlobal[ordinal - 1]!;
    } else if (starts[doc + 1]! > starts[doc]!) numbers[doc] = toGlobal[ordinals[starts[doc]!]!]!;
  }
  return numbers;
}

/** Some 10 to 30 ns an item. Groups go by the first value of `column`; items without one are alone. */
export function* groupOrder(
  segments: readonly Segment[],
  column: GlobalColumn,
  columnsOf: ColumnsOf,
  room: Room,
): SlicedWork<GroupOrder> {
  const groupCount = column.values.length;
  const numbers: Uint32Array[] = [];
  const next = new Uint32Array(groupCount + 2);
  for (const [index, segment] of segments.entries()) {
    const own = groupNumbers(columnsOf(segment)[column.index]!, column.ordinalsOf[index]!, segment.docCount, groupCount);
    numbers.push(own);
    for (let doc = 0; doc < own.length; doc++) next[own[doc]! + 1]!++;
    yield;
  }
  for (let number = 1; number <= groupCount; number++) next[number]! += next[number - 1]!;
  const itemCount = segments.reduce((sum, { docCount }) => sum + docCount, 0);
  const [items, groups, placeOf] = [room.uint32(itemCount), room.uint32(itemCount), room.uint32(itemCount)];
  let base = 0;
  for (const [index, own] of numbers.entries()) {
    for (let doc = 0; doc < own.length; doc++) {
      const number = own[doc]!;
      const place = next[number]!++;
      items[place] = (index << segmentShift) | doc;
      groups[place] = number < groupCount ? number : groupCount + place;
      placeOf[base + doc] = place;
    }
    base += own.length;
    yield;
  }
  return { items, groups, placeOf };
}

export const groupOrderBytes = ({ items, groups, placeOf }: GroupOrder): number =>
  items.byteLength + groups.byteLength + placeOf.byteLength;

export const groupOf = ({ groups, placeOf }: GroupOrder, doc: number): number => groups[placeOf[doc]!]!;

function* placesOfGroup({ groups, placeOf }: GroupOrder, doc: number): Iterable<number> {
  let place = placeOf[doc]!;
  const group = groups[place];
  while (place > 0 && groups[place - 1] === group) place--;
  for (; groups[place] === group; place++) yield place;
}

export function sizeOf(order: GroupOrder, doc: number, has: (place: number) => boolean): number {
  let size = 0;
  for (const place of placesOfGroup(order, doc)) size += Number(has(place));
  return size;
}

export function* variantsOf(order: GroupOrder, bases: readonly number[], doc: number): Iterable<number> {
  for (const place of placesOfGroup(order, doc)) {
    const item = order.items[place]!;
    yield bases[item >>> segmentShift]! + (item & ((1 << segmentShift) - 1));
  }
}

/** Reused, so that few counts among many numbers cost little. */
export class Tally {
  counts = new Int32Array(0);
  counted = new Uint32Array(1);
  length = 0;

  start(size: number): void {
    if (size > this.counts.length) {
      this.counts = new Int32Array(size);
      this.counted = new Uint32Array(size + 1);
    } else for (let at = 0; at < this.length; at++) this.counts[this.counted[at]!] = 0;
    this.length = 0;
  }

  add(number: number): void {
    const before = this.counts[number]!;
    this.counts[number] = before + 1;
    this.counted[this.length] = number;
    // One more where there was none before, without a branch that the processor would guess wrong half the time.
    this.length += (before - 1) >>> 31;
  }

  keep(isKept: (number: number) => boolean): void {
    const counted = this.counted.slice(0, this.length);
    this.length = 0;
    for (const number of counted)
      if (isKept(number)) this.counted[this.length++] = number;
      else this.counts[number] = 0;
  }

  find(size: number): void {
    const { counts, counted } = this;
    let { length } = this;
    for (let number = 0; number < size; number++) {
      counted[length] = number;
      length += -counts[number]! >>> 31;
    }
    this.length = length;
  }
}

export interface Collapsing {
  groupOf(doc: number): number;
  readonly groupCount: number;
  sizeOf(doc: number): number;
}

export class MatchedGroups implements Collapsing {
  readonly groupCount: number;
  readonly #generation: SearchedGeneration;
  readonly #order: GroupOrder;
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

  count(column: GlobalColumn, others: Matches | undefined, tally: Tally): void {
    const has = others === undefined ? this.#has : this.#has.slice();
    if (others !== undefined) this.#mark(has, others);
    const { items, groups } = this.#order;
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
