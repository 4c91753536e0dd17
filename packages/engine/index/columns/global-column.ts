import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ColumnKind, ColumnValue } from '#engine/query/analysis/column-values.ts';
import { sortKeys } from '#engine/query/text-order.ts';
import { placeOf, sortedValues, type Column } from '#engine/index/segment/column.ts';
import type { Segment } from '#engine/index/segment/segment.ts';
import { slowColumnMaxValues, slowColumnMinValues } from '#engine/index/limits.ts';

/** Yields so that searches run in between. */
export type SlicedWork<Result> = Generator<void, Result>;

export async function inSlices<Result>(work: SlicedWork<Result>, sliceMs: number): Promise<Result> {
  await nextTurn();
  let end = performance.now() + sliceMs;
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() < end) continue;
    await nextTurn();
    end = performance.now() + sliceMs;
  }
}

export function atOnce<Result>(work: SlicedWork<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** One sorted dictionary over all segments, and each segment's ordinals in its terms. */
export class GlobalColumn {
  readonly kind: ColumnKind;
  readonly values: readonly ColumnValue[];
  readonly ordinalsOf: readonly Uint32Array[];
  readonly index: number;
  #textPlaces: Uint32Array | null = null;

  constructor(index: number, kind: ColumnKind, values: readonly ColumnValue[], ordinalsOf: readonly Uint32Array[]) {
    this.index = index;
    this.kind = kind;
    this.values = values;
    this.ordinalsOf = ordinalsOf;
  }

  get bytes(): number {
    const ordinals = this.ordinalsOf.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return ordinals + this.values.length * averageBytes(this.values);
  }

  /** Places of the values in the order of a language; null for numbers, whose ordinals are. Made once, when texts are first sorted. */
  textPlaces(language: string): Uint32Array | null {
    if (this.kind !== 'text') return null;
    if (this.#textPlaces === null) {
      const keyOf = sortKeys(language);
      const keys = this.values.map((value) => keyOf(String(value)));
      const ordinals = Uint32Array.from(keys.keys()).sort((one, other) => (keys[one]! < keys[other]! ? -1 : 1));
      this.#textPlaces = new Uint32Array(ordinals.length);
      for (const [place, ordinal] of ordinals.entries()) this.#textPlaces[ordinal] = place;
    }
    return this.#textPlaces;
  }

  /** -1 for a value that no item has. */
  ordinalOf(value: ColumnValue): number {
    const place = placeOf(this.values, value);
    return this.values[place] === value ? place : -1;
  }

  value(ordinal: number): string | number | boolean {
    const value = this.values[ordinal]!;
    return this.kind === 'boolean' ? value === 1 : value;
  }
}

const textBytes = 24;
const sampledValues = 100;

function averageBytes(values: readonly ColumnValue[]): number {
  if (typeof values[0] !== 'string') return Float64Array.BYTES_PER_ELEMENT;
  const step = Math.ceil(values.length / sampledValues);
  let [length, count] = [0, 0];
  for (let at = 0; at < values.length; at += step, count += 1) length += (values[at] as string).length;
  return textBytes + length / count;
}

export function firstOrdinal(column: GlobalColumn, segment: Segment, segmentIndex: number, doc: number): number {
  const { starts, ordinals } = segment.columns[column.index]!;
  const toGlobal = column.ordinalsOf[segmentIndex]!;
  if (starts === null) return ordinals[doc] === 0 ? -1 : toGlobal[ordinals[doc]! - 1]!;
  return starts[doc + 1]! > starts[doc]! ? toGlobal[ordinals[starts[doc]!]!]! : -1;
}

const noPlaces = new Uint32Array();

const valuesPerStep = 1024;

interface Grown {
  readonly column: Column;
  readonly from: number;
}

const freshCount = ({ column, from }: Grown): number => column.meta.valueCount - from;

const isPause = (at: number): boolean => at % valuesPerStep === valuesPerStep - 1;

function* placesIn(values: readonly ColumnValue[], { column, from }: Grown): SlicedWork<Uint32Array> {
  const places = new Uint32Array(column.meta.valueCount - from);
  for (let at = 0; at < places.length; at++) {
    places[at] = placeOf(values, column.value(from + at));
    if (isPause(at)) yield;
  }
  return places;
}

function* freshValues(values: readonly ColumnValue[], grown: readonly Grown[]): SlicedWork<ColumnValue[]> {
  const fresh = new Set<ColumnValue>();
  for (const { column, from } of grown) {
    for (let ordinal = from; ordinal < column.meta.valueCount; ordinal++) {
      const value = column.value(ordinal);
      if (values[placeOf(values, value)] !== value) fresh.add(value);
      if (isPause(ordinal)) yield;
    }
  }
  return sortedValues(fresh);
}

function globalColumn(columns: readonly Column[], index: number): SlicedWork<GlobalColumn> {
  return extendedColumn(new GlobalColumn(index, columns[0]?.meta.kind ?? 'text', [], []), columns);
}

interface Merged {
  readonly merged: ColumnValue[];
  readonly moved: Uint32Array;
}

function* withMore(values: readonly ColumnValue[], more: readonly ColumnValue[]): SlicedWork<Merged> {
  const merged: ColumnValue[] = [];
  const moved = new Uint32Array(values.length);
  let place = 0;
  for (const [before, value] of more.entries()) {
    for (const end = placeOf(values, value); place < end; place++) {
      moved[place] = place + before;
      merged.push(values[place]!);
    }
    merged.push(value);
    if (isPause(before)) yield;
  }
  for (; place < values.length; place++) {
    moved[place] = place + more.length;
    merged.push(values[place]!);
  }
  return { merged, moved };
}

/** A change of one item must not cost what an import does. */
function* extendedColumn(column: GlobalColumn, columns: readonly Column[]): SlicedWork<GlobalColumn> {
  const { values } = column;
  const grown = columns.map((own, at): Grown => ({ column: own, from: column.ordinalsOf[at]?.length ?? 0 }));
  if (columns.length === column.ordinalsOf.length && grown.every((one) => freshCount(one) === 0)) return column;
  const fresh = yield* freshValues(values, grown);
  const { merged, moved } = fresh.length === 0 ? { merged: values, moved: null } : yield* withMore(values, fresh);
  const ordinalsOf: Uint32Array[] = [];
  for (const [at, one] of grown.entries()) {
    const before = column.ordinalsOf[at] ?? noPlaces;
    if (moved === null && freshCount(one) === 0) ordinalsOf.push(before);
    else {
      const places = one.column.room.uint32(one.column.meta.valueCount);
      if (moved === null) places.set(before);
      else for (let ordinal = 0; ordinal < one.from; ordinal++) places[ordinal] = moved[before[ordinal]!]!;
      places.set(yield* placesIn(merged, one), one.from);
      ordinalsOf.push(places);
    }
  }
  return new GlobalColumn(column.index, column.kind, merged, ordinalsOf);
}

type ColumnsOf = (segment: Segment) => readonly Column[];

export class GenerationColumns {
  readonly #built: readonly Segment[];
  readonly #segments: readonly Segment[];
  readonly #columnsOf: ColumnsOf;
  /** Columns of the build's segments, so that a change of the tail doesn't read them again. */
  readonly #ofBuild: Map<string, GlobalColumn>;
  readonly #ofAll = new Map<string, GlobalColumn | null>();
  #bytes: number | null = null;

  constructor(
    built: readonly Segment[],
    segments = built,
    columnsOf: ColumnsOf = ({ columns }) => columns,
    before?: GenerationColumns,
  ) {
    this.#built = built;
    this.#segments = segments;
    this.#columnsOf = columnsOf;
    this.#ofBuild = new Map(before === undefined ? [] : before.#ofBuild);
  }

  get known(): readonly string[] {
    return [...this.#ofAll.keys()];
  }

  get slow(): readonly string[] {
    const valueCount = (index: number): number =>
      this.#segments.reduce((sum, segment) => sum + this.#columnsOf(segment)[index]!.meta.valueCount, 0);
    const fields = this.#segments[0]?.meta.columns.map(({ name }) => name) ?? [];
    return fields.filter((_, index) => {
      const count = valueCount(index);
      return count >= slowColumnMinValues && count <= slowColumnMaxValues;
    });
  }

  get bytes(): number {
    this.#bytes ??= [...new Set([...this.#ofBuild.values(), ...this.#ofAll.values()])].reduce(
      (sum, column) => sum + (column?.bytes ?? 0),
      0,
    );
    return this.#bytes;
  }

  get(field: string): GlobalColumn | null {
    return this.#ofAll.get(field) ?? atOnce(this.make(field));
  }

  *make(field: string): SlicedWork<GlobalColumn | null> {
    const known = this.#ofAll.get(field);
    if (known !== undefined) return known;
    const column = yield* this.#made(field);
    this.#ofAll.set(field, column);
    this.#bytes = null;
    return column;
  }

  *#made(field: string): SlicedWork<GlobalColumn | null> {
    const index = this.#segments[0]?.meta.columns.findIndex((column) => column.name === field) ?? -1;
    if (index < 0) return null;
    const columns = (segments: readonly Segment[]): Column[] => segments.map((segment) => this.#columnsOf(segment)[index]!);
    if (this.#built.length === 0) return yield* globalColumn(columns(this.#segments), index);
    const known = this.#ofBuild.get(field);
    const ofBuild = columns(this.#built);
    const built = yield* known === undefined ? globalColumn(ofBuild, index) : extendedColumn(known, ofBuild);
    this.#ofBuild.set(field, built);
    return yield* extendedColumn(built, columns(this.#segments));
  }
}
