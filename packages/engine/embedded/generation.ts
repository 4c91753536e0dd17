import { existsSync } from 'node:fs';
import path from 'node:path';
import type { SearchField } from '#engine/plan.ts';
import type { GenerationStatus } from '#engine/port.ts';
import type { TailState } from './changes/generation-changes.ts';
import { takeSegment } from './changes/tail-files.ts';
import type { CollectionFiles, Manifest } from './generation-files.ts';
import { itemsFile, ranksFile } from './generation-files.ts';
import { GenerationColumns } from './generation-columns.ts';
import type { GlobalColumn } from './global-column.ts';
import { ItemStore } from './item-store.ts';
import { basesOf, PendingSegments, segmentAt } from './pending-segments.ts';
import type { SegmentMeta } from './segment-builder.ts';
import { DamagedFileError, readSegmentFile } from './segment-file.ts';
import { Segment } from './segment.ts';
import { fieldWeights, roundedAverage, type SegmentImpacts } from './weighting.ts';
import type { WeightKind } from './weighting.ts';
import { Weightings } from './weightings.ts';

/** A generation in memory, ready to be searched: the segments of its build, and a tail of small ones with what changed since. */
export class Generation {
  readonly name: string;
  readonly manifest: Manifest;
  readonly store: ItemStore;
  /** Those of the build. */
  readonly #built: readonly Segment[];
  #columns: GenerationColumns;
  readonly #weightings = new Weightings();
  /** By the number that the tail gave them. */
  #tail = new Map<number, Segment>();
  #segments: readonly Segment[];
  #bases: readonly number[] = [];
  #fieldNames: readonly string[] = [];
  #ranks: Float64Array;
  #averageLengths: readonly number[] = [];

  constructor(name: string, manifest: Manifest, segments: readonly Segment[], ranks: Uint32Array, store: ItemStore) {
    this.name = name;
    this.manifest = manifest;
    this.#built = segments;
    this.#segments = segments;
    this.#columns = new GenerationColumns(segments);
    this.#ranks = Float64Array.from(ranks);
    this.store = store;
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
    this.#averageLengths = this.fieldNames.map((_, field) => {
      const sum = (key: 'tokenCount' | 'itemCount', dead: 'tokenCounts' | 'itemCounts'): number =>
        this.#segments.reduce((total, { meta, dead: gone }) => total + meta.fields[field]![key] - (gone?.[dead][field] ?? 0), 0);
      return roundedAverage(sum('tokenCount', 'tokenCounts'), sum('itemCount', 'itemCounts'));
    });
  }

  /** Serves what was changed, in one go, so that no search sees half of it; what that takes is worked out between searches before. */
  async follow({ segments, ranks, dead, patches, patched, newest }: TailState): Promise<void> {
    const tail = new Map<number, Segment>();
    for (const one of segments) tail.set(one.number, await this.#tailSegment(one));
    const all = [...this.#built, ...tail.values()];
    const pending = new PendingSegments(all);
    await pending.bury(dead);
    await pending.patch(patches);
    const columns = new GenerationColumns(this.#built, all, (segment) => pending.columnsOf(segment), this.#columns);
    await pending.prepare(columns, this.#columns.known);
    this.#tail = tail;
    this.#segments = all;
    pending.takeOver();
    this.#measure();
    const { itemCount } = this.manifest;
    const places = new Float64Array(itemCount + ranks.length);
    places.set(this.#ranks.subarray(0, itemCount));
    places.set(ranks, itemCount);
    this.#ranks = places;
    this.#columns = columns;
    this.store.followChanges(newest, patched);
  }

  async #tailSegment({ number, file }: TailState['segments'][number]): Promise<Segment> {
    if (file !== null) return new Segment(await takeSegment(file));
    const known = this.#tail.get(number);
    if (known === undefined) throw new Error(`Segment ${number} of the tail was never sent.`);
    return known;
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

  get bytes(): number {
    return this.#segments.reduce((sum, segment) => sum + segment.bytes, this.#ranks.byteLength);
  }

  get status(): GenerationStatus {
    const { bytes, builtAt } = this.manifest;
    return { generation: this.name, itemCount: this.itemCount, bytes, builtAt };
  }

  /** Makes the columns that searches asked of another generation. */
  async prepareAs(other: Generation | null): Promise<void> {
    await new PendingSegments(this.#segments).prepare(this.#columns, other === null ? [] : other.#columns.known);
  }

  /** null where the generation has no such column. */
  column(field: string): GlobalColumn | null {
    return this.#columns.get(field);
  }

  /** Impacts of each segment under the field weights of a plan. */
  impacts(fields: readonly SearchField[], kind: WeightKind): readonly SegmentImpacts[] {
    return this.#weightings.impacts(fieldWeights(this.fieldNames, fields, kind), kind, this.#segments, this.#averageLengths);
  }

  segmentOf(doc: number): number {
    return segmentAt(this.#bases, doc);
  }

  close(): void {
    this.#weightings.close();
    this.store.close();
  }
}

/** Reads a finished generation and verifies it. Throws `DamagedFileError` when it is not whole. */
export async function loadGeneration(files: CollectionFiles, name: string): Promise<Generation> {
  const manifest = files.manifest(name);
  const folder = files.generationFolder(name);
  if (manifest === null) throw new DamagedFileError(`Generation ${name} was never finished, or its manifest is damaged.`);
  const missing = [itemsFile, ranksFile, ...manifest.segments].find((file) => !existsSync(path.join(folder, file)));
  if (missing !== undefined) throw new DamagedFileError(`Generation ${name} lacks ${missing}.`);
  const segments: Segment[] = [];
  for (const file of manifest.segments) segments.push(new Segment(await readSegmentFile<SegmentMeta>(path.join(folder, file))));
  const ranks = (await readSegmentFile(path.join(folder, ranksFile))).uint32('ranks');
  const itemCount = segments.reduce((sum, segment) => sum + segment.docCount, 0);
  if (itemCount !== manifest.itemCount || ranks.length !== itemCount)
    throw new DamagedFileError(`Generation ${name} lacks items.`);
  return new Generation(name, manifest, segments, ranks, new ItemStore(folder, itemCount));
}
