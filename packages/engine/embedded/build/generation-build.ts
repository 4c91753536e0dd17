import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Item } from '#contract/item.ts';
import { createAnalyser } from '#engine/analysis/analyser.ts';
import type { Analyser } from '#engine/analysis/analyser.ts';
import { newGenerationName } from '#engine/generation-names.ts';
import type { CarriedItems, CollectionLayout, GenerationBuild, GenerationStatus } from '#engine/port.ts';
import { storedItem } from '#engine/stored-item.ts';
import { keepBase, openBase } from './build-base.ts';
import { checksumOf, syncFolder } from '#engine/embedded/files/durable-files.ts';
import { formatVersion, itemsFile, ranksFile } from '#engine/embedded/files/generation-files.ts';
import type { CollectionFiles } from '#engine/embedded/files/generation-files.ts';
import { ItemWriter } from '#engine/embedded/files/item-store.ts';
import { flushItemCount as defaultFlushItemCount, mergeSegmentCount } from '#engine/embedded/limits.ts';
import { SegmentBuilder } from '#engine/embedded/segment/segment-builder.ts';
import type { SegmentMeta } from '#engine/embedded/segment/segment-builder.ts';
import { readSegmentFile, writeSegmentFile } from '#engine/embedded/segment/segment-file.ts';
import { addSegment, fittingRuns, SegmentCopier } from '#engine/embedded/segment/segment-merge.ts';
import { Segment } from '#engine/embedded/segment/segment.ts';
import type { StandingItems } from '#engine/embedded/files/standing-items.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

interface BuildOptions {
  readonly flushItemCount?: number | undefined;
  /** The items are of this source; those of all others can be carried over. */
  readonly source?: number | undefined;
}

interface WrittenSegment {
  readonly file: string;
  readonly docCount: number;
}

/** Builds a generation in bounded memory: what was collected is written as a segment whenever it grows too large. */
export class EmbeddedBuild implements GenerationBuild {
  readonly generation = newGenerationName();
  readonly #files: CollectionFiles;
  readonly #layout: CollectionLayout;
  readonly #analyser: Analyser;
  readonly #folder: string;
  readonly #flushItemCount: number;
  readonly #source: number | undefined;
  readonly #base: StandingItems | null;
  readonly #items: ItemWriter;
  #segments: WrittenSegment[] = [];
  #builder: SegmentBuilder;
  #fileCount = 0;
  #state: 'open' | 'finished' | 'abandoned' = 'open';

  constructor(files: CollectionFiles, layout: CollectionLayout, options: BuildOptions = {}) {
    this.#flushItemCount = options.flushItemCount ?? defaultFlushItemCount;
    this.#source = options.source;
    this.#files = files;
    this.#layout = layout;
    this.#analyser = createAnalyser(layout.language);
    this.#folder = files.startGeneration(this.generation);
    try {
      this.#base = this.#source === undefined ? null : openBase(this.#folder, keepBase(files, this.#folder, this.#source));
      this.#items = new ItemWriter(path.join(this.#folder, itemsFile));
    } catch (error) {
      files.remove(this.generation);
      throw error;
    }
    this.#builder = this.#newBuilder();
  }

  #newBuilder(spent?: SegmentBuilder): SegmentBuilder {
    return new SegmentBuilder(this.#layout, this.#analyser, spent);
  }

  #checkOpen(): void {
    if (this.#state !== 'open') throw new Error(`Generation ${this.generation} is ${this.#state}.`);
  }

  /** Writes what was collected. */
  #endSegment(): WrittenSegment {
    const file = `${String(this.#fileCount++).padStart(4, '0')}.segment`;
    this.#builder.write(path.join(this.#folder, file));
    const { docCount } = this.#builder;
    this.#builder = this.#newBuilder(this.#builder);
    return { file, docCount };
  }

  #flush(): void {
    if (this.#builder.docCount > 0) this.#segments.push(this.#endSegment());
  }

  add(items: readonly Item[]): Promise<{ readonly duplicates: readonly string[] }> {
    const source = this.#source;
    const own = source === undefined ? items : items.map((item) => ({ ...item, source }));
    return Promise.resolve({ duplicates: this.#add(own) });
  }

  #add(items: readonly Item[]): readonly string[] {
    this.#checkOpen();
    const { added, duplicates } = this.#items.add(items);
    for (const item of added) {
      this.#builder.add(item);
      if (this.#builder.isFull || this.#builder.docCount >= this.#flushItemCount) this.#flush();
    }
    return duplicates;
  }

  standing(ids: readonly string[]): Promise<ReadonlyMap<string, Item>> {
    const found = new Map<string, Item>();
    for (const id of ids) {
      const item = this.#base?.get(id);
      if (item != null) found.set(id, storedItem(id, item.json, item.source));
    }
    return Promise.resolve(found);
  }

  async carryOver(told?: CarriedItems): Promise<void> {
    const [base, source] = [this.#base, this.#source];
    if (base === null || source === undefined) return;
    for (const ids of base.idsOf(source)) {
      const gone = ids.filter((id) => !this.#items.has(id));
      if (gone.length > 0) told?.gone([...(await this.standing(gone)).values()]);
      // Progress is told between the batches.
      await nextTurn();
    }
    for (const items of base.ofOthers(source)) {
      const duplicates = new Set(this.#add(items));
      told?.taken(items.filter(({ id }) => !duplicates.has(id)));
      await nextTurn();
    }
  }

  /** Takes over the items of a finished generation, but for those that are gone, without analysing them again. */
  async copy(from: CollectionFiles, generation: string, gone: ReadonlySet<number>): Promise<void> {
    this.#checkOpen();
    const folder = from.generationFolder(generation);
    this.#items.copy(path.join(folder, itemsFile), gone);
    let base = 0;
    for (const file of from.manifest(generation)?.segments ?? []) {
      const segment = new Segment(await readSegmentFile<SegmentMeta>(path.join(folder, file)));
      let copier = new SegmentCopier(segment, this.#builder);
      for (let doc = 0; doc < segment.docCount; doc++) {
        if (gone.has(base + doc)) continue;
        copier.copy(doc);
        if (!this.#builder.isFull && this.#builder.docCount < this.#flushItemCount) continue;
        this.#flush();
        copier = new SegmentCopier(segment, this.#builder);
      }
      base += segment.docCount;
    }
  }

  /** Puts neighbouring segments together as long as they fit into one; items keep their numbers. */
  async #merge(): Promise<void> {
    const merged: WrittenSegment[] = [];
    for (const run of fittingRuns(this.#segments)) merged.push(...(run.length === 1 ? run : await this.#mergeRun(run)));
    this.#segments = merged;
  }

  async #mergeRun(run: readonly WrittenSegment[]): Promise<WrittenSegment[]> {
    const merged: WrittenSegment[] = [];
    for (const { file } of run) {
      if (this.#builder.codes.isFull) merged.push(this.#endSegment());
      const segmentFile = path.join(this.#folder, file);
      addSegment(this.#builder, new Segment(await readSegmentFile<SegmentMeta>(segmentFile)));
      rmSync(segmentFile);
    }
    return [...merged, this.#endSegment()];
  }

  async finish(): Promise<GenerationStatus> {
    this.#checkOpen();
    this.#flush();
    if (this.#segments.length > mergeSegmentCount) await this.#merge();
    crashPoint('build:segmentsWritten');
    writeSegmentFile(path.join(this.#folder, ranksFile), {}, { ranks: this.#items.ranks() });
    this.#items.finish();
    this.#base?.close();
    syncFolder(this.#folder);
    crashPoint('build:itemsSynced');
    const files = [itemsFile, ranksFile, ...this.#segments.map(({ file }) => file)];
    const bytes = files.reduce((sum, file) => sum + statSync(path.join(this.#folder, file)).size, 0);
    const status: GenerationStatus = { generation: this.generation, itemCount: this.#items.count, bytes, builtAt: Date.now() };
    this.#files.writeManifest(this.generation, {
      version: formatVersion,
      layout: this.#layout,
      itemCount: status.itemCount,
      builtAt: status.builtAt,
      bytes,
      segments: this.#segments.map(({ file }) => file),
      ...(this.#source !== undefined && { source: this.#source }),
      namesClash: this.#items.namesClash,
      itemsChecksum: await checksumOf(path.join(this.#folder, itemsFile)),
    });
    syncFolder(this.#files.folder);
    this.#state = 'finished';
    return status;
  }

  abandon(): Promise<void> {
    if (this.#state === 'open') {
      this.#items.abandon();
      this.#base?.close();
    }
    this.#state = 'abandoned';
    this.#files.remove(this.generation);
    return Promise.resolve();
  }
}
