import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { SearchField } from '#engine/plan.ts';
import { maxKnownTerms, sliceMs as usualSliceMs, warmUpAfterSearches } from '#engine/index/limits.ts';
import { type DeadItems, Segment } from '#engine/index/segment/segment.ts';
import type { TakenState } from '#engine/index/changes/tail-files.ts';
import type { Manifest } from '#engine/index/files/generation-files.ts';
import { GenerationColumns } from '#engine/index/columns/generation-columns.ts';
import { atOnce, inSlices, type SlicedWork } from '#engine/index/columns/slices.ts';
import { Kernel } from '#engine/search/kernel/kernel.ts';
import { KernelMemory } from '#engine/search/kernel/kernel-memory.ts';
import { heapRoom, type Room } from '#engine/index/segment/room.ts';
import { KernelMatcher } from '#engine/search/by-kernel/matcher.ts';
import type { GenerationParts } from './generation-parts.ts';
import type { SearchedGeneration } from './searched-generation.ts';
import type { GlobalColumn } from '#engine/index/columns/global-column.ts';
import { type ColumnsOf, columnsNow, type GroupOrder, groupOrder, groupOrderBytes } from '#engine/search/plain/group-order.ts';
import { ItemStore } from '#engine/index/files/item-store.ts';
import { basesOf, PendingSegments, segmentAt } from './pending-segments.ts';
import { openSegment } from '#engine/index/segment/segment-file.ts';
import { boostPlaces, boostsBySegment } from '#engine/search/boosts/boosts.ts';
import { type PlanBoosts, rememberedBoosts, type SegmentBoosts } from '#engine/search/boosts/segment-boosts.ts';
import { fieldWeights, roundedAverage, type SegmentImpacts } from '#engine/search/plain/weighting.ts';
import type { WeightKind } from '#engine/search/plain/weighting.ts';
import { Weightings } from '#engine/search/plain/weightings.ts';

/** A copy takes a fraction of a millisecond for so many bytes. */
const copiedAtOnce = 256 * 1024;

function* copied(bytes: Uint8Array, room: Room): SlicedWork<Uint8Array> {
  const copy = room.uint8(bytes.length);
  for (let from = 0; from < bytes.length; from += copiedAtOnce) {
    copy.set(bytes.subarray(from, from + copiedAtOnce), from);
    yield;
  }
  return copy;
}

type DeadIn = (segment: Segment) => DeadItems | null;

/** Of the living items' fields, by field number. */
function averageLengths(segments: readonly Segment[], deadIn: DeadIn = ({ dead }) => dead): readonly number[] {
  const fields = segments[0]?.meta.fields ?? [];
  return fields.map((_, field) => {
    const sum = (key: 'tokenCount' | 'itemCount', gone: 'tokenCounts' | 'itemCounts'): number =>
      segments.reduce((total, segment) => total + segment.meta.fields[field]![key] - (deadIn(segment)?.[gone][field] ?? 0), 0);
    return roundedAverage(sum('tokenCount', 'tokenCounts'), sum('itemCount', 'itemCounts'));
  });
}

/** A generation in memory, ready to be searched: the segments of its build, and a tail of small ones with what changed since. */
export class LoadedGeneration implements SearchedGeneration {
  readonly name: string;
  readonly manifest: Manifest;
  readonly store: ItemStore;
  /** Searches it faster; null where it is too small for one, or the system has no room. */
  readonly kernelMatcher: KernelMatcher | null;
  readonly #kernel: Kernel | null;
  readonly #built: readonly Segment[];
  #columns: GenerationColumns;
  readonly #sliceMs: number;
  readonly #weightings: Weightings;
  /** By the number that the tail gave them. */
  #tail = new Map<number, Segment>();
  #segments: readonly Segment[];
  #bases: readonly number[] = [];
  #fieldNames: readonly string[] = [];
  #ranks: Float64Array;
  #averageLengths: readonly number[] = [];
  /** null until a search asks for it. */
  #groupOrder: GroupOrder | null = null;
  #changeNumber = 0;
  /** At least once a search. */
  #impactsAsked = 0;
  /** Of words that were looked up lately. */
  readonly #termNumbers = new LRUCache<string, readonly number[]>({ max: maxKnownTerms });

  constructor({ name, folder, manifest, segments, kernelMemory, ranks }: GenerationParts, sliceMs = usualSliceMs) {
    this.name = name;
    this.manifest = manifest;
    this.#sliceMs = sliceMs;
    this.#weightings = new Weightings(sliceMs);
    this.#kernel = kernelMemory === null ? null : new Kernel(new KernelMemory(kernelMemory));
    this.kernelMatcher = this.#kernel === null ? null : new KernelMatcher(this.#kernel);
    this.#built = segments.map((bytes) => this.#segment(this.#kernel?.seen(bytes) ?? bytes));
    this.#segments = this.#built;
    this.#columns = new GenerationColumns(this.#built);
    this.#ranks = this.#room.float64(ranks.length);
    this.#ranks.set(ranks);
    this.store = new ItemStore(folder, manifest);
    this.#measure();
  }

  get segments(): readonly Segment[] {
    return this.#segments;
  }

  /** Number of the first item of each segment. */
  get bases(): readonly number[] {
    return this.#bases;
  }

  /** Place of each item in the order of ids. */
  get ranks(): Float64Array {
    return this.#ranks;
  }

  get fieldNames(): readonly string[] {
    return this.#fieldNames;
  }

  #measure(): void {
    this.#fieldNames = this.#segments[0]?.meta.fields.map((field) => field.name) ?? [];
    this.#bases = basesOf(this.#segments);
    this.#averageLengths = averageLengths(this.#segments);
    this.#termNumbers.clear();
  }

  /** By segment: the number of a term among its terms, or its stems, or -1. */
  termNumbers(text: string, isStem: boolean): readonly number[] {
    const key = `${isStem ? 's' : 't'}${text}`;
    const known = this.#termNumbers.get(key);
    if (known !== undefined) return known;
    const bytes = Buffer.from(text);
    const numbers = this.#segments.map(({ terms, stems }) => (isStem ? stems : terms).texts.find(bytes));
    this.#termNumbers.set(key, numbers);
    return numbers;
  }

  /** Serves what was changed, in one go, so that no search sees half of it; what that takes is worked out between searches before. */
  async follow({ segments, ranks, dead, patches, patched, newest }: TakenState): Promise<void> {
    const tail = new Map<number, Segment>();
    for (const one of segments) tail.set(one.number, await this.#tailSegment(one));
    const all = [...this.#built, ...tail.values()];
    const pending = new PendingSegments(all, this.#sliceMs);
    await pending.bury(dead);
    await pending.patch(patches);
    const columns = new GenerationColumns(this.#built, all, (segment) => pending.columnsOf(segment), this.#columns);
    await pending.prepare(columns, this.#columns.known);
    await this.#weightings.prepareAs(
      all,
      averageLengths(all, (segment) => pending.deadIn(segment)),
    );
    const order = this.#groupOrder === null ? null : await this.#orderFor(all, columns, (segment) => pending.columnsOf(segment));
    this.#tail = tail;
    this.#segments = all;
    pending.takeOver();
    this.#groupOrder = order;
    this.#measure();
    const { itemCount } = this.manifest;
    const places = this.#room.float64(itemCount + ranks.length);
    places.set(this.#ranks.subarray(0, itemCount));
    places.set(ranks, itemCount);
    this.#ranks = places;
    this.#columns = columns;
    this.store.followChanges({ newest, patched, dead });
    this.#changeNumber = newest;
  }

  /** null where the layout has no groups. */
  async #orderFor(all: readonly Segment[], columns: GenerationColumns, columnsOf: ColumnsOf): Promise<GroupOrder | null> {
    const { groupField } = this.manifest.layout;
    const column = groupField === null ? null : columns.get(groupField);
    if (column === null) return null;
    return await inSlices(groupOrder(all, column, columnsOf, this.#room), this.#sliceMs);
  }

  #segment(bytes: Uint8Array): Segment {
    return new Segment(openSegment(bytes), this.#room);
  }

  get #room(): Room {
    return this.#kernel ?? heapRoom;
  }

  async #tailSegment({ number, bytes }: TakenState['segments'][number]): Promise<Segment> {
    // The kernel finds only what stands in its memory.
    if (bytes !== null)
      return this.#segment(this.#kernel === null ? bytes : await inSlices(copied(bytes, this.#kernel), this.#sliceMs));
    const known = this.#tail.get(number);
    if (known === undefined) throw new Error(`Segment ${number} of the tail was never sent.`);
    return known;
  }

  get changeNumber(): number {
    return this.#changeNumber;
  }

  get tail(): readonly number[] {
    return [...this.#tail.keys()];
  }

  /** Items that came or changed since the build, gone ones included, or values that came since where there are more of them. */
  get changedCount(): number {
    const inPlace = Math.max(this.store.patchedCount, this.#addedValueCount);
    return this.#ranks.length - this.manifest.itemCount + inPlace;
  }

  get #addedValueCount(): number {
    const added = (segment: Segment): number =>
      segment.columns.reduce((sum, { meta }, index) => sum + meta.valueCount - segment.meta.columns[index]!.valueCount, 0);
    return this.#segments.reduce((sum, segment) => sum + added(segment), 0);
  }

  /** Living items. */
  get itemCount(): number {
    return this.#segments.reduce((sum, { docCount, dead }) => sum + docCount - (dead?.docs.length ?? 0), 0);
  }

  /** Its segments, which threads share. */
  get bytes(): number {
    return this.#segments.reduce((sum, segment) => sum + segment.bytes, 0);
  }

  /** What searches have made of it in this thread by now. */
  get heldBytes(): number {
    const ofSegments = this.#segments.reduce((sum, segment) => sum + segment.heldBytes, 0);
    const ofBoosts = this.#segments.flatMap(rememberedBoosts).reduce((sum, { bytes }) => sum + bytes, 0);
    const ofKernel = this.kernelMatcher?.bytes ?? 0;
    return (
      ofSegments +
      ofKernel +
      ofBoosts +
      (this.#groupOrder === null ? 0 : groupOrderBytes(this.#groupOrder)) +
      this.#ranks.byteLength +
      this.#weightings.bytes +
      this.#columns.bytes +
      this.store.cachedBytes
    );
  }

  /** Makes columns before a search waits for them. */
  prepareColumns(fields: Iterable<string>): Promise<void> {
    return new PendingSegments(this.#segments, this.#sliceMs).prepare(this.#columns, fields);
  }

  /** Makes impacts before a search waits for them: of frequent words, and of what begins with a few letters. */
  prepareImpacts(fields: readonly SearchField[], kind: WeightKind): Promise<void> {
    const weights = fieldWeights(this.fieldNames, fields, kind);
    return this.#weightings.prepareFor(weights, kind, this.#segments, this.#averageLengths);
  }

  async prepareAs(other: LoadedGeneration): Promise<void> {
    await this.prepareColumns(other.#columns.known);
    if (isDeepStrictEqual(this.fieldNames, other.fieldNames))
      await this.#weightings.prepareAs(this.#segments, this.#averageLengths, other.#weightings);
    if (other.#groupOrder !== null) await this.prepareGroupOrder();
    for (const { plan, uses } of other.#segments.slice(0, 1).flatMap(rememberedBoosts))
      if (uses >= warmUpAfterSearches) await this.#prepareBoosts(this.boosts(plan));
  }

  /** Makes what searches without words rank by before one waits for it. */
  async #prepareBoosts(boosts: readonly SegmentBoosts[]): Promise<void> {
    if (this.#kernel !== null) await inSlices(boostPlaces(boosts), this.#sliceMs);
  }

  /** By segment. Those that come again are prepared; those that are made for one search don't. */
  boosts(plan: PlanBoosts): readonly SegmentBoosts[] {
    const boosts = boostsBySegment(this.#segments, this.manifest.layout, plan);
    const [first] = boosts;
    if (first !== undefined && ++first.uses === warmUpAfterSearches) void this.#prepareBoosts(boosts);
    return boosts;
  }

  /** null where the generation has no such column. */
  column(field: string): GlobalColumn | null {
    return this.#columns.get(field);
  }

  /** Its items, group by group; null where its layout has no groups. */
  get groupOrder(): GroupOrder | null {
    const { groupField } = this.manifest.layout;
    const column = groupField === null ? null : this.column(groupField);
    if (column === null) return null;
    return (this.#groupOrder ??= atOnce(groupOrder(this.#segments, column, columnsNow, this.#room)));
  }

  /** Orders items by groups before a search waits for it. */
  async prepareGroupOrder(): Promise<void> {
    const segments = this.#segments;
    if (this.#groupOrder !== null) return;
    const order = await this.#orderFor(segments, this.#columns, columnsNow);
    // Of other segments it is of no use.
    if (this.#segments === segments) this.#groupOrder ??= order;
  }

  impacts(fields: readonly SearchField[], kind: WeightKind): readonly SegmentImpacts[] {
    if (++this.#impactsAsked === warmUpAfterSearches) void this.#warmUp();
    return this.#weightings.impacts(fieldWeights(this.fieldNames, fields, kind), kind, this.#segments, this.#averageLengths);
  }

  async #warmUp(): Promise<void> {
    await this.prepareColumns(this.#columns.slow);
    await this.prepareGroupOrder();
  }

  segmentOf(doc: number): number {
    return segmentAt(this.#bases, doc);
  }

  stopPreparing(): void {
    this.#weightings.close();
  }

  close(): void {
    this.stopPreparing();
    this.store.close();
  }
}
