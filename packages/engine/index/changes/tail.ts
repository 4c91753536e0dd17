import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Item } from '#contract/item.ts';
import { createAnalyser, type Analyser } from '#engine/query/analysis/analyser.ts';
import { maxSegmentItems } from '#engine/index/limits.ts';
import { SegmentBuilder, columnLayouts } from '#engine/index/segment/segment-builder.ts';
import { openSegment, readSegmentFile } from '#engine/index/segment/segment-file.ts';
import { addSegment } from '#engine/index/segment/segment-merge.ts';
import { Segment } from '#engine/index/segment/segment.ts';
import type { CollectionLayout } from '#engine/port.ts';
import { type ColumnLayout, columnValues } from '#engine/query/analysis/column-values.ts';
import type { NewValues } from '#engine/index/segment/column.ts';

export interface ColumnPatch extends NewValues {
  readonly column: number;
}

export interface PatchedItem {
  readonly doc: number;
  readonly now: Item['fields'];
  readonly before: Item['fields'] | null;
}

export class InPlace {
  readonly #indexed: ReadonlySet<string>;
  readonly #columns: readonly (ColumnLayout & { readonly column: number })[];

  constructor(layout: CollectionLayout) {
    const searched = layout.fields.filter(({ searchable }) => searchable).map(({ name }) => name);
    this.#indexed = new Set(layout.groupField === null ? searched : [...searched, layout.groupField]);
    this.#columns = columnLayouts(layout)
      .map((one, column) => ({ ...one, column }))
      .filter(({ name }) => !this.#indexed.has(name));
  }

  allows(before: Item['fields'], now: Item['fields']): boolean {
    for (const name of this.#indexed) if (!isDeepStrictEqual(before[name], now[name])) return false;
    return true;
  }

  patches(items: readonly PatchedItem[]): ColumnPatch[] {
    const inOrder = items.toSorted((one, other) => one.doc - other.doc);
    return this.#columns.flatMap((layout): ColumnPatch[] => {
      const { name, column } = layout;
      const changed = inOrder.filter(({ before, now }) => before === null || !isDeepStrictEqual(before[name], now[name]));
      if (changed.length === 0) return [];
      const values = changed.map(({ now }) => (now[name] === undefined ? [] : columnValues(now[name], layout)));
      return [{ column, docs: changed.map(({ doc }) => doc), values }];
    });
  }
}

interface LaterId {
  readonly id: string;
  readonly after: number;
}

const isBefore = (one: string, other: string): boolean => Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0;

/** Built items have whole numbers; later ones get fractions between them. */
export class IdOrder {
  readonly #built: Uint32Array;
  readonly #before: StatementSync;
  readonly #later: LaterId[] = [];

  constructor(items: DatabaseSync, built: Uint32Array) {
    this.#built = built;
    this.#before = items.prepare('select doc from items where id < ? order by id desc limit 1');
  }

  add(id: string): void {
    const at = this.#indexOf(id);
    if (this.#later[at]?.id === id) return;
    const row = this.#before.get(id);
    this.#later.splice(at, 0, { id, after: row === undefined ? -1 : this.#built[Number(row['doc'])]! });
  }

  builtPlace(builtDoc: number): number {
    return this.#built[builtDoc]!;
  }

  laterPlaces(): Map<string, number> {
    const places = new Map<string, number>();
    for (let start = 0; start < this.#later.length;) {
      const { after } = this.#later[start]!;
      let end = start;
      while (this.#later[end]?.after === after) end += 1;
      for (let at = start; at < end; at += 1) places.set(this.#later[at]!.id, after + (at - start + 1) / (end - start + 1));
      start = end;
    }
    return places;
  }

  #indexOf(id: string): number {
    let low = 0;
    let high = this.#later.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(this.#later[middle]!.id, id)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export interface TailSegment {
  readonly number: number;
  readonly base: number;
  readonly docCount: number;
  readonly bytes: Uint8Array;
}

const nothing: Item = { id: '', fields: {} };

const growth = 2;

/** Segments merge like the digits of a binary counter. */
export class Tail {
  readonly #layout: CollectionLayout;
  readonly #analyser: Analyser;
  readonly #firstDoc: number;
  readonly #gone = new Set<number>();
  readonly #inPlace: InPlace;
  readonly #patched = new Map<number, PatchedItem>();
  #segments: TailSegment[] = [];
  /** Random, so that a new process doesn't reuse a number that searches know. */
  #lastNumber = randomInt(2 ** 47);

  constructor(layout: CollectionLayout, firstDoc: number) {
    this.#layout = layout;
    this.#analyser = createAnalyser(layout.language);
    this.#firstDoc = firstDoc;
    this.#inPlace = new InPlace(layout);
  }

  get segments(): readonly TailSegment[] {
    return this.#segments;
  }

  get nextDoc(): number {
    const last = this.#segments.at(-1);
    return last === undefined ? this.#firstDoc : last.base + last.docCount;
  }

  get itemCount(): number {
    return this.nextDoc - this.#firstDoc;
  }

  has(doc: number): boolean {
    return doc >= this.#firstDoc;
  }

  remove(doc: number): void {
    this.#gone.add(doc);
    this.#patched.delete(doc);
  }

  patch(doc: number, now: Item['fields']): void {
    this.#patched.set(doc, { doc, now, before: null });
  }

  get patched(): Iterable<PatchedItem> {
    return this.#patched.values();
  }

  goneIn({ base, docCount }: TailSegment): number[] {
    const gone: number[] = [];
    for (let doc = base; doc < base + docCount; doc++) if (this.#gone.has(doc)) gone.push(doc);
    return gone;
  }

  add(items: readonly (Item | null)[]): void {
    let builder = this.#builder();
    for (const item of items) {
      if (item === null) this.#gone.add(this.nextDoc + builder.docCount);
      builder.add(item ?? nothing);
      if (!builder.isFull) continue;
      this.#push(builder);
      builder = this.#builder();
    }
    if (builder.docCount > 0) this.#push(builder);
    this.#merge();
  }

  #builder(): SegmentBuilder {
    return new SegmentBuilder(this.#layout, this.#analyser);
  }

  #push(builder: SegmentBuilder): void {
    this.#segments.push({
      number: (this.#lastNumber += 1),
      base: this.nextDoc,
      docCount: builder.docCount,
      bytes: builder.toBytes(),
    });
  }

  #merge(): void {
    for (;;) {
      const [before, last] = this.#segments.slice(-2);
      if (before === undefined || last === undefined || before.docCount >= growth * last.docCount) return;
      if (before.docCount + last.docCount > maxSegmentItems) return;
      const builder = this.#builder();
      for (const one of [before, last]) addSegment(builder, this.#withPatches(one), (doc) => this.#gone.has(one.base + doc));
      this.#segments.length -= 2;
      this.#push(builder);
    }
  }

  #withPatches({ base, docCount, bytes }: TailSegment): Segment {
    const segment = new Segment(openSegment(bytes));
    const patched = [...this.#patched.values()].filter(({ doc }) => doc >= base && doc < base + docCount);
    for (const { column, docs, values } of this.#inPlace.patches(patched)) {
      const own = segment.columns[column]!.patched({ docs: docs.map((doc) => doc - base), values });
      segment.replaceColumns(segment.columns.with(column, own));
    }
    for (const { doc } of patched) this.#patched.delete(doc);
    return segment;
  }
}

export interface TailState {
  /** In order. Without a file where searches have them, and as bytes where there is no room for one. */
  readonly segments: readonly { readonly number: number; readonly file: string | Uint8Array | null }[];
  readonly ranks: Float64Array;
  readonly dead: readonly number[];
  readonly patches: readonly ColumnPatch[];
  readonly patched: readonly number[];
  readonly newest: number;
}

const form = /^tail-\d+\.segment$/;

/** Files, as a message would be copied twice while searches wait. Never synced: the log has it all. */
export class TailFiles {
  readonly #folder: string;
  #written = 0;

  constructor(folder: string) {
    this.#folder = folder;
    for (const name of readdirSync(folder)) if (form.test(name)) rmSync(path.join(folder, name), { force: true });
  }

  write(bytes: Uint8Array): string | Uint8Array {
    const file = path.join(this.#folder, `tail-${(this.#written += 1)}.segment`);
    try {
      writeFileSync(file, bytes);
      return file;
    } catch {
      rmSync(file, { force: true });
      return bytes;
    }
  }
}

export type TakenState = Omit<TailState, 'segments'> & {
  readonly segments: readonly { readonly number: number; readonly bytes: Uint8Array | null }[];
};

export async function takeTail(state: TailState): Promise<TakenState> {
  const segments = [];
  for (const { number, file } of state.segments) {
    const bytes = typeof file === 'string' ? (await readSegmentFile(file)).bytes : file;
    if (typeof file === 'string') await rm(file, { force: true });
    segments.push({ number, bytes });
  }
  return { ...state, segments };
}
