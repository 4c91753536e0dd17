import type { KernelGroups } from './groups.ts';
import { countedValues } from '#engine/query/analysis/column-values.ts';
import type { FacetRequest } from '#engine/plan.ts';
import type { Facet } from '#engine/port.ts';
import { withChosen } from '#engine/search/matching/facets.ts';
import type { GlobalColumn } from '#engine/index/columns/global-column.ts';
import type { SearchedGeneration } from '#engine/search/matching/searched-generation.ts';
import type { Kernel } from '#engine/search/kernel/kernel.ts';
import type { Docs } from './candidates.ts';
import { expandSpare, type KernelWork, wordsOf } from './work.ts';

export interface MatchBitmaps {
  readonly work: KernelWork;
  readonly bitmapStarts: readonly number[];
  readonly missedFields: ReadonlyMap<string, number>;
  readonly groups: KernelGroups | null;
}

/** With so many items for each of its values, a segment counts by its own ordinals first, which takes half the time. */
const itemsPerOwnValue = 2;

export function canCount(
  kernel: Kernel,
  work: KernelWork,
  generation: SearchedGeneration,
  facets: readonly FacetRequest[],
): boolean {
  const { segments } = generation;
  const most = Math.max(...segments.map((segment) => segment.docCount));
  if (facets.length > 0 && !work.missedDocs.reserve(most + expandSpare)) return false;
  return facets.every(({ field, limit }) => {
    const column = generation.column(field);
    if (column === null) return true;
    const valueCount = column.values.length;
    const arrays = segments.flatMap(({ columns }, index) => {
      const { starts, ordinals } = columns[column.index]!;
      return [ordinals, column.ordinalsOf[index]!, ...(starts === null ? [] : [starts])];
    });
    return (
      arrays.every((array) => array.length === 0 || kernel.addressOf(array) !== 0) &&
      work.counts.reserve(valueCount + 1) &&
      work.counted.reserve(valueCount + 1) &&
      work.own.reserve(valueCount + 1) &&
      work.picked.reserve(2 * limit + 2)
    );
  });
}

export class KernelFacets {
  readonly #kernel: Kernel;
  readonly #generation: SearchedGeneration;
  readonly #found: MatchBitmaps;
  readonly #docs: readonly Docs[];

  constructor(kernel: Kernel, generation: SearchedGeneration, found: MatchBitmaps, docs: readonly Docs[]) {
    this.#kernel = kernel;
    this.#generation = generation;
    this.#found = found;
    this.#docs = docs;
  }

  count(request: FacetRequest): Facet {
    const { field, limit } = request;
    const column = this.#generation.column(field);
    if (column === null) return { field, values: [] };
    const { code } = this.#kernel;
    const { counts, counted, picked, answer } = this.#found.work;
    const length = this.#tally(request, column);
    const isCounted = countedValues(request);
    let count = code.pick(counted.at, length, counts.at, isCounted === null ? limit : 0, picked.at, answer.at);
    const [lowest, highest] = answer.array;
    const bounds =
      column.kind === 'number' && length > 0
        ? { min: Number(column.values[lowest!]), max: Number(column.values[highest!]) }
        : null;
    const kept = isCounted === null ? length : this.#keep(length, (place) => isCounted(String(column.value(place))));
    if (isCounted !== null) count = code.pick(counted.at, kept, counts.at, limit, picked.at, answer.at);
    const pairs = picked.array;
    const most = Array.from({ length: count }, (_, at) => ({ value: column.value(pairs[at * 2]!), count: pairs[at * 2 + 1]! }));
    const values = withChosen(column, request, most, (ordinal) => counts.array[ordinal]!);
    code.clear(counted.at, kept, counts.at);
    return { field, values, ...bounds };
  }

  #keep(length: number, isKept: (place: number) => boolean): number {
    const [counts, counted] = [this.#found.work.counts.array, this.#found.work.counted.array];
    let kept = 0;
    for (let at = 0; at < length; at++) {
      const place = counted[at]!;
      if (isKept(place)) counted[kept++] = place;
      else counts[place] = 0;
    }
    return kept;
  }

  #tally({ field, narrows }: FacetRequest, column: GlobalColumn): number {
    const missed = narrows === true ? undefined : this.#found.missedFields.get(field);
    const { groups } = this.#found;
    if (groups !== null)
      return groups.tally(column, missed === undefined ? null : (segment) => this.#missedDocs(missed, segment));
    let length = 0;
    for (const [index, docs] of this.#docs.entries()) {
      length = this.#tallySegment(column, index, docs, length);
      if (missed !== undefined) length = this.#tallySegment(column, index, this.#missedDocs(missed, index), length);
    }
    return length;
  }

  #missedDocs(number: number, index: number): Docs {
    const { work, bitmapStarts } = this.#found;
    const { at } = work.missedDocs;
    const words = wordsOf(this.#generation.segments[index]!.docCount);
    return {
      at,
      length: this.#kernel.code.expand(work.misses[number]!.at + bitmapStarts[index]!, words, work.expandTable.at, at),
    };
  }

  #tallySegment(column: GlobalColumn, index: number, docs: Docs, length: number): number {
    const { meta, starts, ordinals } = this.#generation.segments[index]!.columns[column.index]!;
    // Without values there are no places either, and the first of them would be read.
    if (meta.valueCount === 0 || docs.length === 0) return length;
    if (meta.valueCount * itemsPerOwnValue <= docs.length) return this.#countSegment(column, index, docs, length);
    const { code } = this.#kernel;
    const [counts, counted] = [this.#found.work.counts.at, this.#found.work.counted.at];
    const [ordinalsAt, placesAt] = [this.#kernel.addressOf(ordinals), this.#kernel.addressOf(column.ordinalsOf[index]!)];
    const isNarrow = ordinals instanceof Uint16Array;
    if (starts === null) {
      const tally = isNarrow ? code.tallySingles16 : code.tallySingles32;
      return tally(docs.at, docs.length, ordinalsAt, placesAt, counts, counted, length);
    }
    const tally = isNarrow ? code.tallyLists16 : code.tallyLists32;
    return tally(docs.at, docs.length, this.#kernel.addressOf(starts), ordinalsAt, placesAt, counts, counted, length);
  }

  #countSegment(column: GlobalColumn, index: number, docs: Docs, length: number): number {
    const { meta, starts, ordinals } = this.#generation.segments[index]!.columns[column.index]!;
    const { code } = this.#kernel;
    const { counts, counted, own } = this.#found.work;
    const [ordinalsAt, placesAt] = [this.#kernel.addressOf(ordinals), this.#kernel.addressOf(column.ordinalsOf[index]!)];
    if (starts !== null) {
      code.countLists(docs.at, docs.length, this.#kernel.addressOf(starts), ordinalsAt, own.at);
      return code.merge(own.at, meta.valueCount, placesAt, counts.at, counted.at, length);
    }
    code.countSingles(docs.at, docs.length, ordinalsAt, own.at);
    // Ordinals of single values are one higher, and 0 is none.
    own.array[0] = 0;
    return code.merge(own.at + Int32Array.BYTES_PER_ELEMENT, meta.valueCount, placesAt, counts.at, counted.at, length);
  }
}
