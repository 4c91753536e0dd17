import { randomInt } from 'node:crypto';
import type { Item } from '#contract/item.ts';
import { createAnalyser, type Analyser } from '#engine/query/analysis/analyser.ts';
import { maxSegmentItems } from '#engine/index/limits.ts';
import { SegmentBuilder } from '#engine/index/segment/segment-builder.ts';
import { openSegment } from '#engine/index/segment/segment-file.ts';
import { addSegment } from '#engine/index/segment/segment-merge.ts';
import { Segment } from '#engine/index/segment/segment.ts';
import type { CollectionLayout } from '#engine/port.ts';
import { InPlace, type PatchedItem } from './in-place.ts';

export interface TailSegment {
  /** Never given twice. */
  readonly number: number;
  readonly base: number;
  readonly docCount: number;
  readonly bytes: Uint8Array;
}

/** What stands in the place of an item that is gone. */
const nothing: Item = { id: '', fields: {} };

/** A segment is merged into the one before it unless that one has at least so many times its items. */
const growth = 2;

/** Each new one is merged with neighbours not much larger, so there are about as many as the count has binary digits. */
export class Tail {
  readonly #layout: CollectionLayout;
  readonly #analyser: Analyser;
  readonly #firstDoc: number;
  readonly #gone = new Set<number>();
  readonly #inPlace: InPlace;
  /** Items that changed in place since their segment was written. */
  readonly #patched = new Map<number, PatchedItem>();
  #segments: TailSegment[] = [];
  /** Begins anywhere, so that a process that takes over doesn't call another segment by a number that searches know. */
  #lastNumber = randomInt(2 ** 47);

  /** `firstDoc` is the number after the last item of the build. */
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

  /** Marks items of the tail as changed again or removed. */
  remove(doc: number): void {
    this.#gone.add(doc);
    this.#patched.delete(doc);
  }

  patch(doc: number, now: Item['fields']): void {
    this.#patched.set(doc, { doc, now, before: null });
  }

  /** Items whose segment has other values than they have by now. */
  get patched(): Iterable<PatchedItem> {
    return this.#patched.values();
  }

  goneIn({ base, docCount }: TailSegment): number[] {
    const gone: number[] = [];
    for (let doc = base; doc < base + docCount; doc++) if (this.#gone.has(doc)) gone.push(doc);
    return gone;
  }

  /** Adds items in their order; null leaves the place of one that is gone. */
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
