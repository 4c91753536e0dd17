import { countedValues, storedValues } from '#engine/query/analysis/column-values.ts';
import type { FacetRequest } from '#engine/plan.ts';
import type { Facet, FacetValue } from '#engine/port.ts';
import type { SearchedGeneration } from './searched-generation.ts';
import type { GlobalColumn } from '#engine/index/columns/global-column.ts';
import { type MatchedGroups, Tally } from './groups.ts';
import type { Matches } from './ranking.ts';
import type { MatchSet } from './matching.ts';

type Ordinals = Uint16Array | Uint32Array;

function countSingles(docs: Uint32Array, base: number, ordinals: Ordinals, own: Int32Array): void {
  for (let match = 0; match < docs.length; match++) own[ordinals[docs[match]! - base]!]!++;
}

function countRare(docs: Uint32Array, base: number, ordinals: Ordinals, toGlobal: Uint32Array, counts: Int32Array): void {
  for (let match = 0; match < docs.length; match++) {
    const ordinal = ordinals[docs[match]! - base]!;
    if (ordinal !== 0) counts[toGlobal[ordinal - 1]!]!++;
  }
}

function countLists(docs: Uint32Array, base: number, starts: Uint32Array, ordinals: Ordinals, own: Int32Array): void {
  for (let match = 0; match < docs.length; match++) {
    const doc = docs[match]! - base;
    for (let at = starts[doc]!; at < starts[doc + 1]!; at++) own[ordinals[at]!]!++;
  }
}

function countMany(generation: SearchedGeneration, column: GlobalColumn, matches: Matches, counts: Int32Array): void {
  for (const [index, segment] of generation.segments.entries()) {
    const { starts, ordinals, meta } = segment.columns[column.index]!;
    const docs = matches.docs.subarray(matches.segmentStarts[index], matches.segmentStarts[index + 1]);
    const base = generation.bases[index]!;
    const toGlobal = column.ordinalsOf[index]!;
    if (starts === null && meta.valueCount > docs.length) {
      countRare(docs, base, ordinals, toGlobal, counts);
      continue;
    }
    // Ordinals of single values are one higher, and 0 is none.
    const shift = starts === null ? 1 : 0;
    const own = new Int32Array(meta.valueCount + shift);
    if (starts === null) countSingles(docs, base, ordinals, own);
    else countLists(docs, base, starts, ordinals, own);
    for (let ordinal = 0; ordinal < meta.valueCount; ordinal++) counts[toGlobal[ordinal]!]! += own[ordinal + shift]!;
  }
}

function countFew(generation: SearchedGeneration, column: GlobalColumn, matches: Matches, tally: Tally): void {
  for (const [index, segment] of generation.segments.entries()) {
    const { starts, ordinals } = segment.columns[column.index]!;
    const base = generation.bases[index]!;
    const toGlobal = column.ordinalsOf[index]!;
    for (let match = matches.segmentStarts[index]!; match < matches.segmentStarts[index + 1]!; match++) {
      const doc = matches.docs[match]! - base;
      if (starts !== null) for (let at = starts[doc]!; at < starts[doc + 1]!; at++) tally.add(toGlobal[ordinals[at]!]!);
      else if (ordinals[doc] !== 0) tally.add(toGlobal[ordinals[doc]! - 1]!);
    }
  }
}

function mostFrequent(column: GlobalColumn, { counts, counted, length }: Tally, limit: number): FacetValue[] {
  const picked = new Int32Array(Math.min(limit, length));
  let pickedCount = 0;
  let least = 0;
  for (let at = 0; at < length && limit > 0; at++) {
    const ordinal = counted[at]!;
    const count = counts[ordinal]!;
    if (count < least) continue;
    const isFull = pickedCount === picked.length;
    if (isFull && count === least && ordinal > picked[pickedCount - 1]!) continue;
    let place = isFull ? pickedCount - 1 : pickedCount++;
    for (; place > 0; place--) {
      const other = picked[place - 1]!;
      if (counts[other]! > count || (counts[other] === count && other < ordinal)) break;
      picked[place] = other;
    }
    picked[place] = ordinal;
    if (pickedCount === picked.length) least = counts[picked[pickedCount - 1]!]!;
  }
  return Array.from(picked, (ordinal) => ({ value: column.value(ordinal), count: counts[ordinal]! }));
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

export function countFacet(
  generation: SearchedGeneration,
  request: FacetRequest,
  found: MatchSet,
  matchedGroups: MatchedGroups | null,
): Facet {
  const column = generation.column(request.field);
  if (column === null) return { field: request.field, values: [] };
  tally.start(column.values.length);
  const near = request.narrows === true ? undefined : found.nearMisses.get(request.field);
  const sets = near === undefined ? [found.matches] : [found.matches, near];
  const matchCount = sets.reduce((sum, { length }) => sum + length, 0);
  if (matchedGroups !== null) matchedGroups.count(column, near, tally);
  else if (matchCount < column.values.length) for (const matches of sets) countFew(generation, column, matches, tally);
  else {
    for (const matches of sets) countMany(generation, column, matches, tally.counts);
    tally.find(column.values.length);
  }
  const all = bounds(column, tally);
  const isCounted = countedValues(request);
  if (isCounted !== null) tally.keep((ordinal) => isCounted(String(column.value(ordinal))));
  const values = withChosen(column, request, mostFrequent(column, tally, request.limit), (ordinal) => tally.counts[ordinal]!);
  return { field: request.field, values, ...all };
}

/** Appends chosen values that aren't among the most frequent ones, if they are counted. */
export function withChosen(
  column: GlobalColumn,
  { chosen = [] }: FacetRequest,
  values: readonly FacetValue[],
  countOf: (ordinal: number) => number,
): readonly FacetValue[] {
  if (chosen.length === 0) return values;
  const known = new Set(values.map(({ value }) => value));
  const others = [...storedValues(column.kind, chosen)].flatMap((value): FacetValue[] => {
    const ordinal = column.ordinalOf(value);
    const count = ordinal < 0 ? 0 : countOf(ordinal);
    return count === 0 || known.has(column.value(ordinal)) ? [] : [{ value: column.value(ordinal), count }];
  });
  return [...values, ...others];
}
