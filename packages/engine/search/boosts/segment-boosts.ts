import { LRUCache } from 'lru-cache';
import { limitedAmount } from '#contract/values/boost-amount.ts';
import type { SlicedWork } from '#engine/index/columns/slices.ts';
import { maxCachedBoosts } from '#engine/index/limits.ts';
import type { Segment } from '#engine/index/segment/segment.ts';
import type { Plan } from '#engine/plan.ts';
import type { CollectionLayout } from '#engine/port.ts';
import { type AlikeItems, BoostPlaces } from './boost-places.ts';
import { type ActingBoost, ColumnBoosts } from './column-boosts.ts';
import { scoreUnit, startOf } from '#engine/search/plain/weighting.ts';

export type PlanBoosts = Pick<Plan, 'boosts' | 'today'>;

/** What boosts together make of a score: they multiply it, and add score units. */
export interface BoostSum {
  factor: number;
  added: number;
}

/** Numbers stay finite however many boosts multiply, so that 0 times them is 0. */
const mostFactor = 1e30;

export function act(sum: BoostSum, { isAdded, amount }: ActingBoost): void {
  if (isAdded) sum.added += amount / scoreUnit;
  else {
    sum.factor = Math.min(mostFactor, sum.factor * amount);
    sum.added *= amount;
  }
}

const inOrder = (one: ActingBoost, other: ActingBoost): number => one.place - other.place;

/** Sums that items share: their numbers have two bytes, and 0 is none. */
const mostSharedSums = 0xffff;
/** Where each item has a sum of its own, changed ones leave theirs behind until there are so many for each item. */
const ownSumsPerItem = 2;
const sumBytes = 16;
/** Working out the sum of one item takes as long as of so many together. */
const togetherPerItem = 8;

/** Items on which the same boosts of the columns so far act. */
interface Branch {
  /** By number of the set in the next column. */
  readonly next: Branch[];
  /** Where that was the last column: the boosts in their order; null until somebody asks. */
  acting: readonly ActingBoost[] | null;
  /** Number of their sum, where items share it; 0 until it is worked out. */
  sum: number;
}

const branchBytes = 160;

/** Numbers in base `base` with one more digit each. */
function withDigits(numbers: Uint32Array, digits: Uint32Array, base: number): Uint32Array {
  for (let at = 0; at < numbers.length; at++) digits[at]! += numbers[at]! * base;
  return digits;
}

/** They don't depend on the query: an item's sum is worked out when a query first finds it, and remembered. */
export class SegmentBoosts {
  readonly plan: PlanBoosts;
  /** At least how many searches had them. */
  uses = 0;
  /** How many items of all segments searches without words found, until all have places. */
  listedCount = 0;
  readonly #segment: Segment;
  readonly #columns: readonly ColumnBoosts[];
  /** By item: the number of its sum; 0 until somebody asks. A query asks for items all over the segment, so they are kept small. */
  readonly #sumOf: Uint16Array | Uint32Array;
  readonly #mostSums: number;
  /** By number: the factor, then what is added. */
  readonly #sums: number[] = [0, 0];
  /** Where nearly every item has a sum of its own, because functional boosts are among them. */
  readonly #areOwn: boolean;
  #branchCount = 0;
  #root = this.#newBranch();
  #places: BoostPlaces | null = null;
  #triedAll = false;

  constructor(segment: Segment, layout: CollectionLayout, plan: PlanBoosts) {
    const { boosts, today } = plan;
    const dates = new Set(layout.fields.filter(({ type }) => type === 'date').map(({ name }) => name));
    const acting = boosts.map((boost, place): ActingBoost => ({
      boost,
      place,
      isAdded: boost.kind === 'functional' && boost.operation === 'add',
      amount: limitedAmount(boost.factor),
      number: null,
      isAge: boost.kind === 'functional' && dates.has(boost.field),
    }));
    this.#segment = segment;
    this.plan = plan;
    this.#columns = segment.columns.flatMap(({ meta: { name, kind } }, index) => {
      const own = acting.filter(({ boost }) => boost.field === name);
      return own.length === 0 ? [] : [new ColumnBoosts(index, kind, own, layout, today)];
    });
    this.#areOwn = boosts.some(({ kind }) => kind === 'functional');
    this.#sumOf = this.#areOwn ? new Uint32Array(segment.docCount) : new Uint16Array(segment.docCount);
    this.#mostSums = this.#areOwn ? ownSumsPerItem * segment.docCount : mostSharedSums;
  }

  get docCount(): number {
    return this.#segment.docCount;
  }

  get bytes(): number {
    const ofColumns = this.#columns.reduce((sum, { bytes }) => sum + bytes, 0);
    const ofSums = this.#sumOf.byteLength + (this.#sums.length / 2) * sumBytes + this.#branchCount * branchBytes;
    return ofColumns + ofSums + (this.#places?.array.byteLength ?? 0);
  }

  /** Whether they do the same on another day. */
  isOf(today: number): boolean {
    return today === this.plan.today || this.#columns.every(({ isByDate }) => !isByDate);
  }

  /** Whole score units after all boosts of an item that has so many before them. */
  boosted(local: number, units: number): number {
    const sum = (this.#sumOf[local]! || this.#workOut(local)) * 2;
    return Math.round(units * this.#sums[sum]! + this.#sums[sum + 1]!);
  }

  /** Is told before so many items are asked for: where that is a good part of all, they are worked out together. */
  expect(count: number): void {
    const { docCount } = this.#segment;
    if (this.#triedAll || count * togetherPerItem < docCount) return;
    this.#triedAll = true;
    const alike = this.#alike();
    if (alike === null || this.#sums.length / 2 + alike.count > this.#mostSums) return;
    const [sumOf, known] = [this.#sumOf, new Uint16Array(alike.count)];
    for (let doc = 0; doc < docCount; doc++) sumOf[doc] = known[alike.numbers[doc]!] ||= this.#workOut(doc);
  }

  /** What a search without words ranks by, as it is now; null until it is made. */
  get places(): BoostPlaces | null {
    if (this.#places?.isReady !== true) return null;
    this.#places.follow();
    return this.#places;
  }

  *makePlaces(): SlicedWork<void> {
    if (this.#places?.isReady === true) return;
    const { docCount, room } = this.#segment;
    const units = startOf({ ...this.plan, groups: [], lowered: [] });
    this.#places ??= new BoostPlaces(docCount, room, (doc) => this.boosted(doc, units));
    yield* this.#places.fill(this.#alike());
  }

  /** Those that act on an item, in their order. Their amounts are valid until the next item is asked for. */
  acting(local: number): readonly ActingBoost[] {
    for (const column of this.#columns) column.measure(this.#segment, local);
    return this.#actingOn(this.#branchOf(local), local);
  }

  #branchOf(local: number): Branch {
    let branch = this.#root;
    for (const column of this.#columns) branch = branch.next[column.setOf(this.#segment, local)] ??= this.#newBranch();
    return branch;
  }

  #newBranch(): Branch {
    this.#branchCount += 1;
    return { next: [], acting: null, sum: 0 };
  }

  #actingOn(branch: Branch, local: number): readonly ActingBoost[] {
    return (branch.acting ??= this.#columns
      .flatMap((column) => column.boostsOf(column.setOf(this.#segment, local)))
      .sort(inOrder));
  }

  #workOut(local: number): number {
    if (this.#areOwn) return (this.#sumOf[local] = this.#rememberSum(local));
    const branch = this.#branchOf(local);
    if (branch.sum === 0) branch.sum = this.#rememberSum(local);
    return (this.#sumOf[local] = branch.sum);
  }

  /** null where too many different sets of boosts act on the items, or functional ones do. */
  #alike(): AlikeItems | null {
    if (this.#areOwn) return null;
    let alike: AlikeItems | null = null;
    for (const column of this.#columns) {
      const sets = column.setsOf(this.#segment);
      const count: number = (alike?.count ?? 1) * column.setCount;
      if (count > mostSharedSums) return null;
      alike = { numbers: alike === null ? sets : withDigits(alike.numbers, sets, column.setCount), count };
    }
    return alike;
  }

  #rememberSum(local: number): number {
    const sum: BoostSum = { factor: 1, added: 0 };
    for (const one of this.acting(local)) act(sum, one);
    if (this.#sums.length / 2 > this.#mostSums) this.#forgetAll();
    return this.#sums.push(sum.factor, sum.added) / 2 - 1;
  }

  #forgetAll(): void {
    this.#sumOf.fill(0);
    this.#sums.length = 0;
    this.#sums.push(0, 0);
    this.#branchCount = 0;
    this.#root = this.#newBranch();
  }

  /** Items have other values now. */
  forget(docs: readonly number[]): void {
    for (const doc of docs) this.#sumOf[doc] = 0;
    this.#places?.forget(docs);
  }
}

/** By what the boosts say, the latest sets of a segment. */
const remembered = new WeakMap<Segment, LRUCache<string, SegmentBoosts>>();

export const rememberedBoosts = (segment: Segment): readonly SegmentBoosts[] => [...(remembered.get(segment)?.values() ?? [])];

/** The boosts of a segment: those that are remembered, or new ones, which are from now on. */
export function segmentBoosts(segment: Segment, key: string, today: number, make: () => SegmentBoosts): SegmentBoosts {
  let sets = remembered.get(segment);
  if (sets === undefined) remembered.set(segment, (sets = new LRUCache({ max: maxCachedBoosts })));
  const known = sets.get(key);
  if (known?.isOf(today) === true) return known;
  const made = make();
  sets.set(key, made);
  return made;
}
