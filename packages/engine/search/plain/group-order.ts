import type { Column } from '#engine/index/segment/column.ts';
import type { GlobalColumn } from '#engine/index/columns/global-column.ts';
import type { SlicedWork } from '#engine/index/columns/slices.ts';
import type { Room } from '#engine/index/segment/room.ts';
import type { Segment } from '#engine/index/segment/segment.ts';

/** All items of a generation in an order in which those of a group stand together. */
export interface GroupOrder {
  /** By place in this order: the item's segment in the upper 16 bits, and its number there in the lower. */
  readonly items: Uint32Array;
  /** By place: number of the group. */
  readonly groups: Uint32Array;
  /** By number of an item in the generation. */
  readonly placeOf: Uint32Array;
}

export const segmentShift = 16;

export type ColumnsOf = (segment: Segment) => readonly Column[];
export const columnsNow: ColumnsOf = ({ columns }) => columns;

/** By item of a segment: number of its group, or how many groups there are for an item that is alone. */
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
  /** By group, and one more for items that are alone. */
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

/** How many of the item's group are in a set of places. */
export function sizeOf({ groups, placeOf }: GroupOrder, doc: number, has: (place: number) => boolean): number {
  let first = placeOf[doc]!;
  const group = groups[first];
  while (first > 0 && groups[first - 1] === group) first--;
  let size = 0;
  for (let place = first; groups[place] === group; place++) size += Number(has(place));
  return size;
}
