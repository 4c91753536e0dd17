import type { FacetRequest } from '#engine/plan.ts';
import type { Facet, FacetValue } from '#engine/port.ts';
import type { Generation } from './generation.ts';
import type { GlobalColumn } from './global-column.ts';
import { groupMatches } from './grouping.ts';
import type { Matches } from './matches.ts';
import type { MatchSet } from './matching.ts';
import { Tally } from './tally.ts';

type Ordinals = Uint16Array | Uint32Array;

/** From so many matches per value of a segment's column on, values are counted by the segment's ordinals first. */
const manyPerValue = 2;

/** Counts the single values of a segment's matches. The caller decides where an ordinal counts. */
function countSingles(docs: Uint32Array, base: number, ordinals: Ordinals, own: Int32Array): void {
  for (let match = 0; match < docs.length; match++) own[ordinals[docs[match]! - base]!]!++;
}

function countLists(docs: Uint32Array, base: number, starts: Uint32Array, ordinals: Ordinals, own: Int32Array): void {
  for (let match = 0; match < docs.length; match++) {
    const doc = docs[match]! - base;
    for (let at = starts[doc]!; at < starts[doc + 1]!; at++) own[ordinals[at]!]!++;
  }
}

/** As `countSingles`, for columns with so many values that counting them first by the segment's ordinals would not pay. */
function countRareSingles(docs: Uint32Array, base: number, ordinals: Ordinals, toGlobal: Uint32Array, tally: Tally): void {
  const { counts, counted } = tally;
  let { length } = tally;
  for (let match = 0; match < docs.length; match++) {
    const ordinal = ordinals[docs[match]! - base]!;
    if (ordinal === 0) continue;
    const value = toGlobal[ordinal - 1]!;
    const before = counts[value]!;
    counts[value] = before + 1;
    counted[length] = value;
    // One where there was none before, without a branch that the processor would guess wrong half the time.
    length += (before - 1) >>> 31;
  }
  tally.length = length;
}

function countRareLists(
  docs: Uint32Array,
  base: number,
  starts: Uint32Array,
  ordinals: Ordinals,
  toGlobal: Uint32Array,
  tally: Tally,
): void {
  for (let match = 0; match < docs.length; match++) {
    const doc = docs[match]! - base;
    for (let at = starts[doc]!; at < starts[doc + 1]!; at++) tally.add(toGlobal[ordinals[at]!]!, 1);
  }
}

let pool = new Int32Array(1024);

/** So many zeros. Valid until the next call. */
function zeros(count: number): Int32Array {
  if (count > pool.length) pool = new Int32Array(count * 2);
  return pool.fill(0, 0, count);
}

/** Adds each match's values to the counts of a column. */
function countItems(generation: Generation, column: GlobalColumn, matches: Matches, tally: Tally): void {
  for (const [index, segment] of generation.segments.entries()) {
    const { starts, ordinals, meta } = segment.columns[column.index]!;
    const docs = matches.docs.subarray(matches.segmentStarts[index], matches.segmentStarts[index + 1]);
    const base = generation.bases[index]!;
    const toGlobal = column.ordinalsOf[index]!;
    if (docs.length < meta.valueCount * manyPerValue) {
      if (starts === null) countRareSingles(docs, base, ordinals, toGlobal, tally);
      else countRareLists(docs, base, starts, ordinals, toGlobal, tally);
      continue;
    }
    // Ordinals of single values are one higher, and 0 is none.
    const shift = starts === null ? 1 : 0;
    const own = zeros(meta.valueCount + shift);
    if (starts === null) countSingles(docs, base, ordinals, own);
    else countLists(docs, base, starts, ordinals, own);
    for (let ordinal = 0; ordinal < meta.valueCount; ordinal++) tally.add(toGlobal[ordinal]!, own[ordinal + shift]!);
  }
}

/** Global ordinals of every value of an item. */
function* valuesOf(generation: Generation, column: GlobalColumn, doc: number): Generator<number> {
  const index = generation.segmentOf(doc);
  const { starts, ordinals } = generation.segments[index]!.columns[column.index]!;
  const toGlobal = column.ordinalsOf[index]!;
  const local = doc - generation.bases[index]!;
  if (starts === null) {
    if (ordinals[local] !== 0) yield toGlobal[ordinals[local]! - 1]!;
  } else for (let at = starts[local]!; at < starts[local + 1]!; at++) yield toGlobal[ordinals[at]!]!;
}

/** Matches of several sets, group by group. */
function docsByGroup(generation: Generation, sets: readonly Matches[]): number[][] {
  const docs = new Map<number, number[]>();
  const alone: number[][] = [];
  for (const matches of sets) {
    const grouping = groupMatches(generation, matches);
    const grouped = generation.column(generation.manifest.layout.groupField ?? '')?.values.length ?? 0;
    for (let match = 0; match < matches.length; match++) {
      const group = grouping?.groupOf[match] ?? grouped;
      const doc = matches.docs[match]!;
      if (group >= grouped) alone.push([doc]);
      else if (docs.has(group)) docs.get(group)!.push(doc);
      else docs.set(group, [doc]);
    }
  }
  return [...docs.values(), ...alone];
}

/** Counts groups instead of items: a group has a value when any of its matching items does. */
function countGroups(generation: Generation, column: GlobalColumn, sets: readonly Matches[], tally: Tally): void {
  for (const docs of docsByGroup(generation, sets)) {
    const values = new Set<number>();
    for (const doc of docs) for (const value of valuesOf(generation, column, doc)) values.add(value);
    for (const value of values) tally.add(value, 1);
  }
}

/** More values than a column can have; counts times this and ordinals are exact in a double. */
const ordinalRange = 2 ** 27;

/** Values by count, then in their own order. Few of many are wanted, so they are picked instead of all being sorted. */
function mostFrequent(column: GlobalColumn, { counts, counted, length }: Tally, limit: number): FacetValue[] {
  const picked = new Float64Array(Math.min(limit, length));
  let pickedCount = 0;
  for (let at = 0; at < length && limit > 0; at++) {
    const ordinal = counted[at]!;
    const key = (counts[ordinal]! + 1) * ordinalRange - ordinal;
    const isFull = pickedCount === picked.length;
    if (isFull && key < picked[pickedCount - 1]!) continue;
    let place = isFull ? pickedCount - 1 : pickedCount++;
    for (; place > 0 && picked[place - 1]! < key; place--) picked[place] = picked[place - 1]!;
    picked[place] = key;
  }
  return Array.from(picked, (key) => {
    const ordinal = (ordinalRange - (key % ordinalRange)) % ordinalRange;
    return { value: column.value(ordinal), count: counts[ordinal]! };
  });
}

function bounds(column: GlobalColumn, { counted, length }: Tally): { min: number; max: number } | null {
  if (column.kind !== 'number' || length === 0) return null;
  let first = counted[0]!;
  let last = first;
  for (let at = 1; at < length; at++) {
    first = Math.min(first, counted[at]!);
    last = Math.max(last, counted[at]!);
  }
  return { min: Number(column.values[first]), max: Number(column.values[last]) };
}

const tally = new Tally();

/** Values of the matches, counted as if the facet's field had no filter of its own. */
export function countFacet(generation: Generation, request: FacetRequest, found: MatchSet, isCollapsed: boolean): Facet {
  const column = generation.column(request.field);
  if (column === null) return { field: request.field, values: [] };
  tally.start(column.values.length);
  const near = found.nearMisses.get(request.field);
  const sets = near === undefined ? [found.matches] : [found.matches, near];
  if (isCollapsed && generation.manifest.layout.groupField !== null) countGroups(generation, column, sets, tally);
  else for (const matches of sets) countItems(generation, column, matches, tally);
  return { field: request.field, values: mostFrequent(column, tally, request.limit), ...bounds(column, tally) };
}
