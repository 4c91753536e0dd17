import { LRUCache } from 'lru-cache';
import { limitedAmount } from '#contract/values/boost-amount.ts';
import type { SlicedWork } from '#engine/index/columns/global-column.ts';
import { maxCachedBoosts } from '#engine/index/limits.ts';
import type { Segment } from '#engine/index/segment/segment.ts';
import type { Plan, Boost } from '#engine/plan.ts';
import type { CollectionLayout } from '#engine/port.ts';
import { type ActingBoost, ColumnBoosts } from './column-boosts.ts';
import { scoreUnit, startOf } from '#engine/search/scoring/weighting.ts';
import type { Room } from '#engine/index/segment/arrays.ts';

const keys = new WeakMap<readonly Boost[], string>();

export function keyOfBoosts(boosts: readonly Boost[]): string {
  const known = keys.get(boosts);
  if (known !== undefined) return known;
  const key = JSON.stringify(boosts);
  keys.set(boosts, key);
  return key;
}

/** A place is a score + 1, as 0 is no place; higher scores share the highest. */
const highestPlace = 2 ** 31 - 1;

/** At most some .6 ms. */
const placedAtOnce = 1_024;

export class BoostPlaces {
  readonly array: Uint32Array;
  readonly #docCount: number;
  readonly #scoreOf: (doc: number) => number;
  #changed = new Set<number>();
  #areShared = false;
  #isReady = false;

  constructor(docCount: number, room: Room, scoreOf: (doc: number) => number) {
    this.array = room.uint32(docCount);
    this.#docCount = docCount;
    this.#scoreOf = scoreOf;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get areShared(): boolean {
    return this.#areShared;
  }

  *fill(): SlicedWork<void> {
    for (let from = 0; from < this.#docCount; from += placedAtOnce) {
      const end = Math.min(this.#docCount, from + placedAtOnce);
      for (let doc = from; doc < end; doc++) this.array[doc] = this.#placeOf(doc);
      yield;
      // A search needed all of them at once.
      if (this.#isReady) return;
    }
    this.#isReady = true;
  }

  forget(docs: readonly number[]): void {
    for (const doc of docs) this.#changed.add(doc);
  }

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

export type PlanBoosts = Pick<Plan, 'boosts' | 'today'>;

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
const ownSumsPerItem = 2;
const sumBytes = 16;

interface Branch {
  readonly next: Branch[];
  acting: readonly ActingBoost[] | null;
  sum: number;
}

const branchBytes = 160;

export class SegmentBoosts {
  readonly plan: PlanBoosts;
  uses = 0;
  listedCount = 0;
  readonly #segment: Segment;
  readonly #columns: readonly ColumnBoosts[];
  /** By item: number of its sum; 0 until somebody asks. Small, as queries read it at random. */
  readonly #sumOf: Uint16Array | Uint32Array;
  readonly #mostSums: number;
  readonly #sums: number[] = [0, 0];
  readonly #areOwn: boolean;
  #branchCount = 0;
  #root = this.#newBranch();
  #places: BoostPlaces | null = null;

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

  isOf(today: number): boolean {
    return today === this.plan.today || this.#columns.every(({ isByDate }) => !isByDate);
  }

  boosted(local: number, units: number): number {
    const sum = (this.#sumOf[local]! || this.#workOut(local)) * 2;
    return Math.round(units * this.#sums[sum]! + this.#sums[sum + 1]!);
  }

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
    yield* this.#places.fill();
  }

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

  forget(docs: readonly number[]): void {
    for (const doc of docs) this.#sumOf[doc] = 0;
    this.#places?.forget(docs);
  }
}

const remembered = new WeakMap<Segment, LRUCache<string, SegmentBoosts>>();

export const rememberedBoosts = (segment: Segment): readonly SegmentBoosts[] => [...(remembered.get(segment)?.values() ?? [])];

function segmentBoosts(segment: Segment, key: string, today: number, make: () => SegmentBoosts): SegmentBoosts {
  let sets = remembered.get(segment);
  if (sets === undefined) remembered.set(segment, (sets = new LRUCache({ max: maxCachedBoosts })));
  const known = sets.get(key);
  if (known?.isOf(today) === true) return known;
  const made = make();
  sets.set(key, made);
  return made;
}

export function boostsBySegment(
  segments: readonly Segment[],
  layout: CollectionLayout,
  plan: PlanBoosts,
): readonly SegmentBoosts[] {
  const key = keyOfBoosts(plan.boosts);
  return segments.map((segment) => segmentBoosts(segment, key, plan.today, () => new SegmentBoosts(segment, layout, plan)));
}

export function* boostPlaces(boosts: readonly SegmentBoosts[]): SlicedWork<void> {
  for (const one of boosts) yield* one.makePlaces();
}
