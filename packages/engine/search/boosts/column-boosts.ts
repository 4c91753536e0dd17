import { type Analyser, analyserOf } from '#engine/query/analysis/analyser.ts';
import { type ColumnKind, storedValues } from '#engine/query/analysis/column-values.ts';
import { ageInDays, amountFor } from '#contract/values/boost-amount.ts';
import type { Column } from '#engine/index/segment/column.ts';
import type { Segment } from '#engine/index/segment/segment.ts';
import type { Boost } from '#engine/plan.ts';
import type { CollectionLayout } from '#engine/port.ts';

export interface ActingBoost {
  readonly boost: Boost;
  readonly place: number;
  readonly isAdded: boolean;
  amount: number;
  number: number | null;
  readonly isAge: boolean;
}

type ValueBoosts = ReadonlyMap<string | number, readonly ActingBoost[]>;

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

const none: readonly ActingBoost[] = [];

class NumberedSets {
  readonly all: (readonly ActingBoost[])[] = [none];
  readonly #numbers = new Map<string, number>([['', 0]]);
  readonly #known = new WeakMap<readonly ActingBoost[], number>();

  numberOf(boosts: readonly ActingBoost[]): number {
    const known = this.#known.get(boosts);
    if (known !== undefined) return known;
    const number = this.#number(boosts);
    this.#known.set(boosts, number);
    return number;
  }

  #number(boosts: readonly ActingBoost[]): number {
    const set = [...new Set(boosts)].sort((one, other) => one.place - other.place);
    const key = set.map(({ place }) => place).join(',');
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.all.push(set) - 1;
    this.#numbers.set(key, number);
    return number;
  }

  together(one: number, other: number): number {
    if (other === 0 || one === other) return one;
    return one === 0 ? other : this.#number([...this.all[one]!, ...this.all[other]!]);
  }
}

/** Looked up by value, so their number costs nothing. */
export class ColumnBoosts {
  readonly #index: number;
  readonly #byValue: ValueBoosts;
  readonly #byWord: ValueBoosts;
  readonly #functional: readonly ActingBoost[];
  readonly #analyser: Analyser;
  readonly #today: number;
  readonly #sets = new NumberedSets();
  #numbers = new Uint32Array(0);

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
    return this.#numbers.byteLength;
  }

  get isByDate(): boolean {
    return this.#functional.some(({ isAge }) => isAge);
  }

  setOf({ columns }: Segment, local: number): number {
    const column = columns[this.#index]!;
    const { starts, ordinals } = column;
    if (starts === null) {
      const ordinal = ordinals[local]!;
      return ordinal === 0 ? 0 : this.#setOfValue(column, ordinal - 1);
    }
    let number = 0;
    for (let at = starts[local]!, end = starts[local + 1]!; at < end; at++) {
      number = this.#sets.together(number, this.#setOfValue(column, ordinals[at]!));
    }
    return number;
  }

  boostsOf(set: number): readonly ActingBoost[] {
    return this.#sets.all[set]!;
  }

  measure({ columns }: Segment, local: number): void {
    if (this.#functional.length === 0) return;
    const column = columns[this.#index]!;
    const { starts, ordinals } = column;
    let value = Infinity;
    if (starts === null) {
      if (ordinals[local] !== 0) value = Number(column.value(ordinals[local]! - 1));
    } else
      for (let at = starts[local]!; at < starts[local + 1]!; at++) value = Math.min(value, Number(column.value(ordinals[at]!)));
    for (const one of this.#functional) {
      const number = one.isAge ? ageInDays(value, this.#today) : value;
      if (one.boost.kind === 'functional') one.amount = amountFor(one.boost, number);
      one.number = number;
    }
  }

  #setOfValue(column: Column, ordinal: number): number {
    if (ordinal >= this.#numbers.length) this.#grow(column.meta.valueCount);
    return (this.#numbers[ordinal] ||= this.#sets.numberOf(this.#actingOn(column.value(ordinal))) + 1) - 1;
  }

  #grow(length: number): void {
    const before = this.#numbers;
    this.#numbers = new Uint32Array(length);
    this.#numbers.set(before);
  }

  #actingOn(value: string | number): readonly ActingBoost[] {
    const byValue = this.#byValue.get(value) ?? none;
    const words = this.#byWord.size === 0 ? [] : this.#analyser.indexTokens(String(value));
    const byWord = words.flatMap((word) => this.#byWord.get(word) ?? none);
    const sets = [this.#functional, byValue, byWord].filter(({ length }) => length > 0);
    return sets.length > 1 ? sets.flat() : (sets[0] ?? none);
  }
}
