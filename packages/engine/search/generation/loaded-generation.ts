import { isDeepStrictEqual } from 'node:util';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { SearchField } from '#engine/plan.ts';
import { maxCachedWeightings, sliceMs as usualSliceMs, warmUpAfterSearches, kernelAtLeastItems } from '#engine/index/limits.ts';
import { type DeadItems, Segment } from '#engine/index/segment/segment.ts';
import type { TakenState } from '#engine/index/changes/tail.ts';
import { type Manifest, type CollectionFiles, itemsFile, ranksFile } from '#engine/index/files/generation-files.ts';
import { GenerationColumns, atOnce, inSlices, type SlicedWork, type GlobalColumn } from '#engine/index/columns/global-column.ts';
import { Kernel } from '#engine/search/kernel/kernel.ts';
import { KernelMemory } from '#engine/search/kernel/kernel-memory.ts';
import { heapRoom, type Room } from '#engine/index/segment/arrays.ts';
import { KernelMatcher } from '#engine/search/by-kernel/matcher.ts';
import type { SearchedGeneration } from '#engine/search/matching/searched-generation.ts';
import { WordMemory } from '#engine/search/matching/word-memory.ts';
import { type ColumnsOf, columnsNow, type GroupOrder, groupOrder, groupOrderBytes } from '#engine/search/matching/groups.ts';
import { ItemStore } from '#engine/index/files/item-store.ts';
import { basesOf, PendingSegments, segmentAt } from './pending-segments.ts';
import { openSegment, readSegmentFile } from '#engine/index/segment/segment-file.ts';
import {
  boostPlaces,
  boostsBySegment,
  type PlanBoosts,
  rememberedBoosts,
  type SegmentBoosts,
} from '#engine/search/boosts/segment-boosts.ts';
import { fieldWeights, roundedAverage, type SegmentImpacts, type WeightKind } from '#engine/search/scoring/weighting.ts';
import { Weightings } from '#engine/search/scoring/weightings.ts';
import type { SegmentMeta } from '#engine/index/segment/segment-builder.ts';
import { DamagedFileError } from '#engine/index/files/checksums.ts';

export interface GenerationParts {
  readonly name: string;
  readonly folder: string;
  readonly manifest: Manifest;
  readonly segments: readonly Uint8Array[];
  readonly kernelMemory: WebAssembly.Memory | null;
  readonly ranks: Uint32Array;
}

export interface GenerationFacts {
  readonly itemCount: number;
  readonly changedCount: number;
  readonly changeNumber: number;
  readonly tail: readonly number[];
  readonly bytes: number;
}

async function kernelMemoryFor(
  folder: string,
  { itemCount, segments }: Manifest,
  atLeastItems: number,
): Promise<KernelMemory | null> {
  if (itemCount < atLeastItems) return null;
  const sizes = await Promise.all(segments.map(async (file) => (await stat(path.join(folder, file))).size));
  const segmentBytes = sizes.reduce((sum, size) => sum + size, 0);
  return KernelMemory.of(segmentBytes, segments.length * maxCachedWeightings);
}

/** Throws `DamagedFileError`. */
export async function readGeneration(
  files: CollectionFiles,
  name: string,
  kernelAtLeast = kernelAtLeastItems,
): Promise<GenerationParts> {
  const manifest = files.manifest(name);
  const folder = files.generationFolder(name);
  if (manifest === null) throw new DamagedFileError(`Generation ${name} was never finished, or its manifest is damaged.`);
  if (files.isOutdated(name)) throw new DamagedFileError(`Another version of Aisle has indexed generation ${name}.`);
  const missing = [itemsFile, ranksFile, ...manifest.segments].find((file) => !existsSync(path.join(folder, file)));
  if (missing !== undefined) throw new DamagedFileError(`Generation ${name} lacks ${missing}.`);
  const memory = await kernelMemoryFor(folder, manifest, kernelAtLeast);
  const room = memory === null ? undefined : (length: number): Uint8Array => memory.bytes(length);
  const segments: Uint8Array[] = [];
  let itemCount = 0;
  for (const file of manifest.segments) {
    const { bytes, meta } = await readSegmentFile<SegmentMeta>(path.join(folder, file), room);
    segments.push(bytes);
    itemCount += meta.docCount;
  }
  const ranks = (await readSegmentFile(path.join(folder, ranksFile))).uint32('ranks');
  if (itemCount !== manifest.itemCount || ranks.length !== itemCount)
    throw new DamagedFileError(`Generation ${name} lacks items.`);
  return { name, folder, manifest, segments, kernelMemory: memory?.shared ?? null, ranks };
}

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

function averageLengths(segments: readonly Segment[], deadIn: DeadIn = ({ dead }) => dead): readonly number[] {
  const fields = segments[0]?.meta.fields ?? [];
  return fields.map((_, field) => {
    const sum = (key: 'tokenCount' | 'itemCount', gone: 'tokenCounts' | 'itemCounts'): number =>
      segments.reduce((total, segment) => total + segment.meta.fields[field]![key] - (deadIn(segment)?.[gone][field] ?? 0), 0);
    return roundedAverage(sum('tokenCount', 'tokenCounts'), sum('itemCount', 'itemCounts'));
  });
}

/** The segments of a build, and a tail of small ones with later changes. */
export class LoadedGeneration implements SearchedGeneration {
  readonly name: string;
  readonly manifest: Manifest;
  readonly store: ItemStore;
  readonly kernelMatcher: KernelMatcher | null;
  readonly #kernel: Kernel | null;
  readonly #built: readonly Segment[];
  #columns: GenerationColumns;
  readonly #sliceMs: number;
  readonly #weightings: Weightings;
  #tail = new Map<number, Segment>();
  #segments: readonly Segment[];
  #bases: readonly number[] = [];
  #fieldNames: readonly string[] = [];
  #ranks: Float64Array;
  #averageLengths: readonly number[] = [];
  #groupOrder: GroupOrder | null = null;
  #changeNumber = 0;
  #impactsAsked = 0;
  #words = new WordMemory();

  constructor({ name, folder, manifest, segments, kernelMemory, ranks }: GenerationParts, sliceMs = usualSliceMs) {
    this.name = name;
    this.manifest = manifest;
    this.#sliceMs = sliceMs;
    this.#weightings = new Weightings(sliceMs);
    this.#kernel = kernelMemory === null ? null : new Kernel(new KernelMemory(kernelMemory));
    this.kernelMatcher = this.#kernel === null ? null : new KernelMatcher(this.#kernel);
    this.#built = segments.map((bytes) => this.#segment(this.#kernel?.seen(bytes) ?? bytes, true));
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

  get bases(): readonly number[] {
    return this.#bases;
  }

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
    this.#words = new WordMemory();
  }

  get words(): WordMemory {
    return this.#words;
  }

  /** Works out the changes between searches, then swaps them in one step. */
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
    this.store.followChanges({ newest, patched, dead, addedCount: ranks.length });
    this.#changeNumber = newest;
  }

  async #orderFor(all: readonly Segment[], columns: GenerationColumns, columnsOf: ColumnsOf): Promise<GroupOrder | null> {
    const { groupField } = this.manifest.layout;
    const column = groupField === null ? null : columns.get(groupField);
    if (column === null) return null;
    return await inSlices(groupOrder(all, column, columnsOf, this.#room), this.#sliceMs);
  }

  #segment(bytes: Uint8Array, isBuilt = false): Segment {
    return new Segment(openSegment(bytes), this.#room, isBuilt);
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

  get facts(): GenerationFacts {
    const inPlace = Math.max(this.store.patchedCount, this.#addedValueCount);
    return {
      itemCount: this.itemCount,
      changedCount: this.#ranks.length - this.manifest.itemCount + inPlace,
      changeNumber: this.#changeNumber,
      tail: [...this.#tail.keys()],
      bytes: this.#segments.reduce((sum, segment) => sum + segment.bytes, 0),
    };
  }

  get #addedValueCount(): number {
    const added = (segment: Segment): number =>
      segment.columns.reduce((sum, { meta }, index) => sum + meta.valueCount - segment.meta.columns[index]!.valueCount, 0);
    return this.#segments.reduce((sum, segment) => sum + added(segment), 0);
  }

  get itemCount(): number {
    return this.#segments.reduce((sum, { docCount, dead }) => sum + docCount - (dead?.docs.length ?? 0), 0);
  }

  get cachedBytes(): number {
    const parts = [
      ...this.#segments.map((segment) => segment.cachedBytes),
      ...this.#segments.flatMap(rememberedBoosts).map(({ bytes }) => bytes),
      this.kernelMatcher?.bytes ?? 0,
      this.#groupOrder === null ? 0 : groupOrderBytes(this.#groupOrder),
      this.#ranks.byteLength,
      this.#weightings.bytes,
      this.#columns.bytes,
      this.store.cachedBytes,
    ];
    return parts.reduce((sum, bytes) => sum + bytes, 0);
  }

  prepareColumns(fields: Iterable<string>): Promise<void> {
    return new PendingSegments(this.#segments, this.#sliceMs).prepare(this.#columns, fields);
  }

  async prepareAs(other: LoadedGeneration): Promise<void> {
    await this.prepareColumns(other.#columns.known);
    if (isDeepStrictEqual(this.fieldNames, other.fieldNames))
      await this.#weightings.prepareAs(this.#segments, this.#averageLengths, other.#weightings);
    if (other.#groupOrder !== null) await this.prepareGroupOrder();
    for (const { plan, uses } of other.#segments.slice(0, 1).flatMap(rememberedBoosts))
      if (uses >= warmUpAfterSearches) await this.#prepareBoosts(this.boosts(plan));
  }

  async #prepareBoosts(boosts: readonly SegmentBoosts[]): Promise<void> {
    if (this.#kernel !== null) await inSlices(boostPlaces(boosts), this.#sliceMs);
  }

  boosts(plan: PlanBoosts): readonly SegmentBoosts[] {
    const boosts = boostsBySegment(this.#segments, this.manifest.layout, plan);
    const [first] = boosts;
    if (first !== undefined && ++first.uses === warmUpAfterSearches) void this.#prepareBoosts(boosts);
    return boosts;
  }

  column(field: string): GlobalColumn | null {
    return this.#columns.get(field);
  }

  get groupOrder(): GroupOrder | null {
    const { groupField } = this.manifest.layout;
    const column = groupField === null ? null : this.column(groupField);
    if (column === null) return null;
    return (this.#groupOrder ??= atOnce(groupOrder(this.#segments, column, columnsNow, this.#room)));
  }

  async prepareGroupOrder(): Promise<void> {
    const segments = this.#segments;
    if (this.#groupOrder !== null) return;
    const order = await this.#orderFor(segments, this.#columns, columnsNow);
    // Of other segments it is of no use.
    if (this.#segments === segments) this.#groupOrder ??= order;
  }

  impacts(fields: readonly SearchField[], kind: WeightKind): readonly SegmentImpacts[] {
    if (++this.#impactsAsked === warmUpAfterSearches) void this.#warmUp();
    const known = this.#words.by(fields).weights;
    const weights = known.get(kind) ?? fieldWeights(this.fieldNames, fields, kind);
    known.set(kind, weights);
    return this.#weightings.impacts(weights, kind, this.#segments, this.#averageLengths);
  }

  async #warmUp(): Promise<void> {
    await this.prepareColumns(this.#columns.slow);
    await this.prepareGroupOrder();
  }

  segmentOf(doc: number): number {
    return segmentAt(this.#bases, doc);
  }

  close(): void {
    this.#weightings.close();
    this.store.close();
  }
}
