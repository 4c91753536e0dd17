import { LRUCache } from 'lru-cache';
import type { Analyser } from '#engine/analysis/analyser.ts';
import { analyserOf } from '#engine/analysis/analysers.ts';
import { ageInDays, amountFor, limitedAmount } from '#contract/boost-amount.ts';
import type { ColumnKind } from '#engine/analysis/column-values.ts';
import type { Column } from '#engine/embedded/columns/column.ts';
import { maxCachedBoosts } from '#engine/embedded/limits.ts';
import type { Segment } from '#engine/embedded/segment/segment.ts';
import type { Boost, Plan } from '#engine/plan.ts';
import type { CollectionLayout } from '#engine/port.ts';
import { BoostPlaces } from './boost-places.ts';
import { storedValues } from './filters.ts';
import { scoreUnit } from './weighting.ts';

/** A boost that acts on an item. */
export interface ActingBoost {
  readonly boost: Boost;
  /** In the plan: the order in which boosts act. */
  readonly place: number;
  readonly isAdded: boolean;
  /** What it multiplies by or adds; of a functional boost that of the item that was asked for last. */
  amount: number;
  /** What it is made of: a number, or an age in days; null for a value boost. */
  number: number | null;
  readonly isAge: boolean;
}

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

type ValueBoosts = ReadonlyMap<string | number, readonly ActingBoost[]>;

/** Boosts by what they look for. */
function byWanted(boosts: readonly (readonly [acting: ActingBoost, wanted: Iterable<string | number>])[]): ValueBoosts {
  const found = new Map<string | number, ActingBoost[]>();
  for (const [acting, wanted] of boosts)
    for (const one of new Set(wanted)) {
      const others = found.get(one);
      if (others === undefined) found.set(one, [acting]);
      else others.push(acting);
    }
  return found;
}

/** The boosts by one column, looked up by value all at once: how many there are costs nothing. */
class ColumnBoosts {
  readonly #index: number;
  readonly #byValue: ValueBoosts;
  readonly #byWord: ValueBoosts;
  readonly #functional: readonly ActingBoost[];
  readonly #analyser: Analyser;
  /** The day from which the age of dates counts. */
  readonly #today: number;
  /** What value boosts want of the values that were looked at, by ordinal. Values never change their ordinals. */
  readonly #wanted: (readonly ActingBoost[] | undefined)[] = [];

  constructor(index: number, kind: ColumnKind, acting: readonly ActingBoost[], { language }: CollectionLayout, today: number) {
    const ofValues = acting.flatMap((one) => (one.boost.kind === 'value' ? [[one, one.boost] as const] : []));
    const isText = kind === 'text';
    this.#index = index;
    this.#byValue = byWanted(
      ofValues.flatMap(([one, { by, anyOf }]) => (by === 'word' ? [] : [[one, storedValues(kind, anyOf)] as const])),
    );
    this.#byWord = byWanted(
      ofValues.flatMap(([one, { by, anyOf }]) => (by === 'word' && isText ? [[one, anyOf.map(String)] as const] : [])),
    );
    this.#functional = kind === 'number' ? acting.filter(({ boost }) => boost.kind === 'functional') : [];
    this.#analyser = analyserOf(language);
    this.#today = today;
  }

  get bytes(): number {
    return this.#wanted.length * 8;
  }

  get isByDate(): boolean {
    return this.#functional.some(({ isAge }) => isAge);
  }

  /** Adds to `found` those that act on an item. */
  collect(segment: Segment, local: number, found: ActingBoost[]): void {
    const column = segment.columns[this.#index]!;
    const { starts, ordinals } = column;
    if (starts === null) {
      const ordinal = ordinals[local]!;
      if (ordinal === 0) return;
      for (const one of this.#wantedOf(column, ordinal - 1)) found.push(one);
      this.#collectFunctional(column, ordinal - 1, found);
    } else if (starts[local] !== starts[local + 1]) this.#collectOfSeveral(column, starts[local]!, starts[local + 1]!, found);
  }

  /** Of several numbers the smallest counts; a value boost acts once, however many of the values it wants. */
  #collectOfSeveral(column: Column, from: number, to: number, found: ActingBoost[]): void {
    const before = found.length;
    let smallest = column.ordinals[from]!;
    for (let at = from; at < to; at++) {
      const ordinal = column.ordinals[at]!;
      if (this.#functional.length > 0 && column.value(ordinal) < column.value(smallest)) smallest = ordinal;
      for (const one of this.#wantedOf(column, ordinal)) if (found.indexOf(one, before) < 0) found.push(one);
    }
    this.#collectFunctional(column, smallest, found);
  }

  #collectFunctional(column: Column, ordinal: number, found: ActingBoost[]): void {
    if (this.#functional.length === 0) return;
    const value = Number(column.value(ordinal));
    for (const one of this.#functional) {
      const number = one.isAge ? ageInDays(value, this.#today) : value;
      if (one.boost.kind === 'functional') one.amount = amountFor(one.boost, number);
      one.number = number;
      found.push(one);
    }
  }

  #wantedOf(column: Column, ordinal: number): readonly ActingBoost[] {
    if (this.#byValue.size + this.#byWord.size === 0) return none;
    return (this.#wanted[ordinal] ??= this.#wantedFor(column.value(ordinal)));
  }

  #wantedFor(value: string | number): readonly ActingBoost[] {
    const byValue = this.#byValue.get(value) ?? none;
    if (this.#byWord.size === 0) return byValue;
    const words = this.#analyser.indexTokens(String(value)).flatMap((token) => this.#byWord.get(token) ?? none);
    return words.length === 0 ? byValue : [...new Set([...byValue, ...words])];
  }
}

const none: readonly ActingBoost[] = [];
const inOrder = (one: ActingBoost, other: ActingBoost): number => one.place - other.place;

/** Sums that items share: their numbers have two bytes, and 0 is none. */
const mostSharedSums = 0xffff;
/** Where each item has a sum of its own, changed ones leave theirs behind until there are so many for each item. */
const ownSumsPerItem = 2;
const sumBytes = 16;
/** What finding a sum by its factor takes. */
const numberBytes = 40;

/**
 * What a plan's boosts do to the items of one segment. They don't depend on the query, so the sum of each item is worked out when a query
 * first finds it, and remembered.
 */
export class SegmentBoosts {
  readonly #segment: Segment;
  readonly #columns: readonly ColumnBoosts[];
  /** By item: the number of its sum; 0 until somebody asks. A query asks for items all over the segment, so they are kept small. */
  readonly #sumOf: Uint16Array | Uint32Array;
  readonly #mostSums: number;
  /** By number: the factor, then what is added. */
  readonly #sums: number[] = [];
  /** Numbers by factor; null where nearly every item has a sum of its own. */
  readonly #numbers: Map<number, number> | null;
  readonly #found: ActingBoost[] = [];
  readonly #today: number;
  #places: BoostPlaces | null = null;
  /** How many items were listed one by one to be ranked by the boosts alone. */
  listedCount = 0;

  constructor(segment: Segment, layout: CollectionLayout, { boosts, today }: Pick<Plan, 'boosts' | 'today'>) {
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
    this.#today = today;
    this.#columns = segment.columns.flatMap(({ meta: { name, kind } }, index) => {
      const own = acting.filter(({ boost }) => boost.field === name);
      return own.length === 0 ? [] : [new ColumnBoosts(index, kind, own, layout, today)];
    });
    const areOwn = boosts.some(({ kind }) => kind === 'functional');
    this.#sumOf = areOwn ? new Uint32Array(segment.docCount) : new Uint16Array(segment.docCount);
    this.#mostSums = areOwn ? ownSumsPerItem * segment.docCount : mostSharedSums;
    this.#numbers = areOwn ? null : new Map();
    this.#forgetAll();
  }

  get bytes(): number {
    const ofColumns = this.#columns.reduce((sum, { bytes }) => sum + bytes, 0);
    const ofSums = this.#sumOf.byteLength + (this.#sums.length / 2) * sumBytes + (this.#numbers?.size ?? 0) * numberBytes;
    return ofColumns + ofSums + (this.#places?.array.byteLength ?? 0);
  }

  /** Whether they do the same on another day. */
  isOf(today: number): boolean {
    return today === this.#today || this.#columns.every(({ isByDate }) => !isByDate);
  }

  /** Whole score units after all boosts of an item that has so many before them. */
  boosted(local: number, units: number): number {
    const sum = (this.#sumOf[local]! || this.#workOut(local)) * 2;
    return Math.round(units * this.#sums[sum]! + this.#sums[sum + 1]!);
  }

  /** Of all items, if they start with so many units: always the same for one set of boosts. */
  placesFrom(units: number): BoostPlaces {
    const { docCount, room } = this.#segment;
    this.#places ??= new BoostPlaces(docCount, room, (doc) => this.boosted(doc, units));
    this.#places.follow();
    return this.#places;
  }

  /** Those that act on an item, in their order. Valid until the next item is asked for. */
  acting(local: number): readonly ActingBoost[] {
    this.#found.length = 0;
    for (const column of this.#columns) column.collect(this.#segment, local, this.#found);
    return this.#found.length > 1 ? this.#found.sort(inOrder) : this.#found;
  }

  #workOut(local: number): number {
    const sum: BoostSum = { factor: 1, added: 0 };
    for (const one of this.acting(local)) act(sum, one);
    const number = this.#numbers?.get(sum.factor) ?? this.#remember(sum);
    this.#sumOf[local] = number;
    return number;
  }

  #remember({ factor, added }: BoostSum): number {
    if (this.#sums.length / 2 > this.#mostSums) this.#forgetAll();
    const number = this.#sums.push(factor, added) / 2 - 1;
    this.#numbers?.set(factor, number);
    return number;
  }

  #forgetAll(): void {
    this.#sumOf.fill(0);
    this.#sums.length = 0;
    this.#sums.push(0, 0);
    this.#numbers?.clear();
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
