import { existsSync } from 'node:fs';
import path from 'node:path';
import type { SearchField } from '#engine/plan.ts';
import type { GenerationStatus } from '#engine/port.ts';
import type { CollectionFiles, Manifest } from './generation-files.ts';
import { itemsFile, ranksFile } from './generation-files.ts';
import { GlobalColumn } from './global-column.ts';
import { ItemStore } from './item-store.ts';
import { maxCachedFilters, maxCachedWeightings, warmUpAfterSearches, warmUpMinPostings, warmUpSliceMs } from './limits.ts';
import type { SegmentMeta } from './segment-builder.ts';
import { DamagedFileError, readSegmentFile } from './segment-file.ts';
import { Segment } from './segment.ts';
import { SegmentImpacts, fieldWeights } from './weighting.ts';
import type { WeightKind } from './weighting.ts';

/** Keeps the entries used last. */
class RecentlyUsed<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get(key: string, make: () => Value): Value {
    const value = this.#entries.get(key) ?? make();
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#size) this.#entries.delete(this.#entries.keys().next().value ?? '');
    return value;
  }
}

/** Impacts under one set of field weights. */
interface Weighting {
  readonly impacts: readonly SegmentImpacts[];
  uses: number;
}

function* prepareFrequentTerms(impacts: readonly SegmentImpacts[]): Generator<void> {
  for (const ofSegment of impacts) {
    for (const [space, term] of ofSegment.frequentTerms(warmUpMinPostings)) {
      ofSegment.prepare(space, term);
      yield;
    }
  }
}

/** A generation in memory, ready to be searched. */
export class Generation {
  readonly name: string;
  readonly manifest: Manifest;
  readonly segments: readonly Segment[];
  /** Number of the first item of each segment. */
  readonly bases: readonly number[];
  /** Place of each item in the order of ids. */
  readonly ranks: Uint32Array;
  readonly store: ItemStore;
  readonly fieldNames: readonly string[];
  readonly averageLengths: readonly number[];
  readonly #columns = new Map<string, GlobalColumn | null>();
  readonly #filters = new RecentlyUsed<Uint8Array[]>(maxCachedFilters);
  readonly #weightings = new RecentlyUsed<Weighting>(maxCachedWeightings);
  #isClosed = false;

  constructor(name: string, manifest: Manifest, segments: readonly Segment[], ranks: Uint32Array, store: ItemStore) {
    this.name = name;
    this.manifest = manifest;
    this.segments = segments;
    this.ranks = ranks;
    this.store = store;
    let base = 0;
    this.bases = segments.map((segment) => (base += segment.docCount) - segment.docCount);
    this.fieldNames = segments[0]?.meta.fields.map((field) => field.name) ?? [];
    this.averageLengths = this.fieldNames.map((_, field) => {
      const sum = (key: 'tokenCount' | 'itemCount'): number =>
        segments.reduce((total, { meta }) => total + meta.fields[field]![key], 0);
      return sum('tokenCount') / Math.max(1, sum('itemCount'));
    });
  }

  get itemCount(): number {
    return this.manifest.itemCount;
  }

  get bytes(): number {
    return this.segments.reduce((sum, segment) => sum + segment.bytes, this.ranks.byteLength);
  }

  get status(): GenerationStatus {
    const { itemCount, bytes, builtAt } = this.manifest;
    return { generation: this.name, itemCount, bytes, builtAt };
  }

  /** null where the generation has no such column. */
  column(field: string): GlobalColumn | null {
    const known = this.#columns.get(field);
    if (known !== undefined) return known;
    const index = this.segments[0]?.meta.columns.findIndex((column) => column.name === field) ?? -1;
    const column = index < 0 ? null : new GlobalColumn(this.segments, index);
    this.#columns.set(field, column);
    return column;
  }

  /** Impacts of each segment under the field weights of a plan. */
  impacts(fields: readonly SearchField[], kind: WeightKind): readonly SegmentImpacts[] {
    const weights = fieldWeights(this.fieldNames, fields, kind);
    const weighting = this.#weightings.get(weights.join(), () => ({
      impacts: this.segments.map((segment) => new SegmentImpacts(segment, weights, this.averageLengths)),
      uses: 0,
    }));
    if (++weighting.uses === warmUpAfterSearches) this.#warmUp(prepareFrequentTerms(weighting.impacts));
    return weighting.impacts;
  }

  /** Works in slices between searches until it is through or the generation is closed. */
  #warmUp(work: Iterator<void>): void {
    const slice = (): void => {
      const end = performance.now() + warmUpSliceMs;
      let isDone = this.#isClosed;
      while (!isDone && performance.now() < end) isDone = work.next().done === true;
      if (!isDone) setTimeout(slice, 1).unref();
    };
    setTimeout(slice, 1).unref();
  }

  /** Per segment one byte per item, 1 where it passes the filter that `key` stands for. */
  filter(key: string, make: () => Uint8Array[]): readonly Uint8Array[] {
    return this.#filters.get(key, make);
  }

  segmentOf(doc: number): number {
    let index = this.bases.length - 1;
    while (index > 0 && this.bases[index]! > doc) index--;
    return index;
  }

  close(): void {
    this.#isClosed = true;
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
  return new Generation(name, manifest, segments, ranks, new ItemStore(path.join(folder, itemsFile)));
}
