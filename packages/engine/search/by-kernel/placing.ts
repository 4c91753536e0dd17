import type { Plan, SortBy } from '#engine/plan.ts';
import { type GlobalColumn, atOnce } from '#engine/index/columns/global-column.ts';
import type { Kernel } from '#engine/search/kernel/kernel.ts';
import { boostPlaces } from '#engine/search/boosts/segment-boosts.ts';
import type { SearchedGeneration } from '#engine/search/matching/searched-generation.ts';

/** Ranks by numbers that say the place in an order: the higher the earlier. */
export interface Placing {
  readonly ranks: boolean;
  readonly hasTies: boolean;
  write(segment: number, places: number): void;
}

export class Placings {
  readonly #kernel: Kernel;
  readonly #ofTexts = new WeakMap<GlobalColumn, readonly Uint32Array[]>();
  #ofIds: { readonly ranks: Float64Array; readonly places: Int32Array } | null = null;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  get bytes(): number {
    return this.#ofIds?.places.byteLength ?? 0;
  }

  of(generation: SearchedGeneration, plan: Plan, matchCount: () => number): Placing | null {
    const kernel = this.#kernel;
    const known = plan.sort.flatMap((by) => {
      const column = generation.column(by.field);
      return column === null ? [] : [{ column, by }];
    });
    const [first] = known;
    const placesOf = first === undefined ? [] : this.#valuePlaces(generation, first.column);
    if (first !== undefined && canPlace(kernel, generation, first.column, placesOf))
      return byValue(kernel, generation, first.column, placesOf, first.by, known.length > 1);
    if (plan.groups.length > 0) return null;
    if (first !== undefined || plan.lowered.length > 0) return alike(kernel, generation);
    const placing = plan.boosts.length === 0 ? this.#byIds(generation) : byBoosts(kernel, generation, plan, matchCount);
    return placing ?? alike(kernel, generation);
  }

  /** Maps each segment's ordinals to column ordinals, or for texts to ranks in the language's collation. */
  #valuePlaces({ manifest }: SearchedGeneration, column: GlobalColumn): readonly Uint32Array[] {
    const places = column.textPlaces(manifest.layout.language);
    if (places === null) return column.ordinalsOf;
    const before = this.#ofTexts.get(column);
    if (before !== undefined) return before;
    const made = column.ordinalsOf.map((ordinals) => {
      const own = this.#kernel.uint32(ordinals.length);
      for (let at = 0; at < ordinals.length; at++) own[at] = places[ordinals[at]!]!;
      return own;
    });
    this.#ofTexts.set(column, made);
    return made;
  }

  #byIds({ segments, bases, ranks }: SearchedGeneration): Placing | null {
    const { code } = this.#kernel;
    if (this.#ofIds?.ranks !== ranks) {
      const places = this.#kernel.int32(ranks.length);
      const [at, ranksAt] = [this.#kernel.addressOf(places), this.#kernel.addressOf(ranks)];
      if (at === 0 || ranksAt === 0) return null;
      code.placeByRank(ranksAt, ranks.length, ranks.length, at);
      this.#ofIds = { ranks, places };
    }
    const from = this.#kernel.addressOf(this.#ofIds.places);
    return {
      ranks: true,
      hasTies: false,
      write(segment, places) {
        const start = from + bases[segment]! * Int32Array.BYTES_PER_ELEMENT;
        code.copy(start, segments[segment]!.docCount * Int32Array.BYTES_PER_ELEMENT, places);
      },
    };
  }
}

const alike = ({ code }: Kernel, { segments }: SearchedGeneration): Placing => ({
  ranks: false,
  hasTies: true,
  write: (segment, places) => code.placeAlike(places, segments[segment]!.docCount),
});

/** Cost of listing an item, in items placed. */
const placedPerListed = 3;

function byBoosts(kernel: Kernel, generation: SearchedGeneration, plan: Plan, matchCount: () => number): Placing | null {
  const boosts = generation.boosts(plan);
  const missing = boosts.filter(({ places }) => places === null);
  if (missing.length > 0) {
    boosts[0]!.listedCount += matchCount();
    const missingCount = missing.reduce((sum, { docCount }) => sum + docCount, 0);
    if (missingCount > placedPerListed * boosts[0]!.listedCount) return alike(kernel, generation);
  }
  atOnce(boostPlaces(boosts));
  const places = boosts.map((one) => one.places!);
  const addresses = places.map(({ array }) => kernel.addressOf(array));
  if (addresses.includes(0)) return null;
  return {
    ranks: true,
    hasTies: places.some(({ areShared }) => areShared),
    write: (segment, to) => kernel.code.copy(addresses[segment]!, places[segment]!.array.byteLength, to),
  };
}

const canPlace = (
  kernel: Kernel,
  { segments }: SearchedGeneration,
  { index }: GlobalColumn,
  placesOf: readonly Uint32Array[],
): boolean =>
  segments.every(({ columns }, segment) => {
    const { starts, ordinals } = columns[index]!;
    const arrays = [ordinals, placesOf[segment]!];
    return starts === null && arrays.every((array) => array.length === 0 || kernel.addressOf(array) !== 0);
  });

const leastOfValues = 2;

function byValue(
  kernel: Kernel,
  { segments }: SearchedGeneration,
  { index, values }: GlobalColumn,
  placesOf: readonly Uint32Array[],
  { order }: SortBy,
  hasTies: boolean,
): Placing {
  const [first, step] = order === 'desc' ? [leastOfValues, 1] : [leastOfValues + values.length - 1, -1];
  return {
    ranks: true,
    hasTies,
    write(segment, places) {
      const { docCount, columns } = segments[segment]!;
      const { ordinals } = columns[index]!;
      const place = ordinals instanceof Uint16Array ? kernel.code.placeByValue16 : kernel.code.placeByValue32;
      place(kernel.addressOf(ordinals), docCount, kernel.addressOf(placesOf[segment]!), first, step, places);
    },
  };
}
