import { statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Item } from '#contract/item.ts';
import { newGenerationName } from '#engine/index/generation-names.ts';
import type { CarriedItems, CollectionLayout, GenerationBuild, GenerationStatus } from '#engine/port.ts';
import { storedItem } from '#engine/index/stored-item.ts';
import { keepBase, openBase } from './build-base.ts';
import { checksumOf, syncFolder } from '#process-kit/durable-files.ts';
import { formatVersion, itemsFile, ranksFile, storedVersion } from '#engine/index/files/generation-files.ts';
import type { CollectionFiles } from '#engine/index/files/generation-files.ts';
import { ItemWriter } from '#engine/index/files/item-store.ts';
import type { SegmentMeta } from '#engine/index/segment/segment-builder.ts';
import { readSegmentFile, writeSegmentFile } from '#engine/index/segment/segment-file.ts';
import { Segment } from '#engine/index/segment/segment.ts';
import type { StandingItems } from '#engine/index/files/standing-items.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import { IndexAside } from './index-aside.ts';
import { SegmentWriter } from './segment-writer.ts';

interface BuildOptions {
  readonly flushItemCount?: number | undefined;
  readonly source?: number | undefined;
  readonly indexesAside?: boolean;
}

export class EmbeddedBuild implements GenerationBuild {
  readonly generation = newGenerationName();
  readonly #files: CollectionFiles;
  readonly #layout: CollectionLayout;
  readonly #folder: string;
  readonly #source: number | undefined;
  readonly #base: StandingItems | null;
  readonly #items: ItemWriter;
  readonly #index: SegmentWriter | IndexAside;
  #state: 'open' | 'finished' | 'abandoned' = 'open';

  constructor(files: CollectionFiles, layout: CollectionLayout, options: BuildOptions = {}) {
    this.#source = options.source;
    this.#files = files;
    this.#layout = layout;
    this.#folder = files.startGeneration(this.generation);
    try {
      this.#base = this.#source === undefined ? null : openBase(this.#folder, keepBase(files, this.#folder, this.#source));
      this.#items = new ItemWriter(path.join(this.#folder, itemsFile));
    } catch (error) {
      files.remove(this.generation);
      throw error;
    }
    const settings = { folder: this.#folder, layout, flushItemCount: options.flushItemCount };
    this.#index = options.indexesAside === true ? new IndexAside(settings) : new SegmentWriter(settings);
  }

  #checkOpen(): void {
    if (this.#state !== 'open') throw new Error(`Generation ${this.generation} is ${this.#state}.`);
  }

  add(items: readonly Item[]): Promise<{ readonly duplicates: readonly string[] }> {
    const source = this.#source;
    const own = source === undefined ? items : items.map((item) => ({ ...item, source }));
    return this.#add(own);
  }

  async #add(items: readonly Item[]): Promise<{ readonly duplicates: readonly string[] }> {
    this.#checkOpen();
    const { added, fields, duplicates } = this.#items.add(items);
    await (this.#index instanceof SegmentWriter ? this.#index.add(added) : this.#index.add(fields));
    return { duplicates };
  }

  standing(ids: readonly string[]): Promise<ReadonlyMap<string, Item>> {
    const found = new Map<string, Item>();
    for (const id of ids) {
      const item = this.#base?.get(id);
      if (item != null) found.set(id, storedItem(id, item.json, item.source));
    }
    return Promise.resolve(found);
  }

  async carryOver(report?: CarriedItems): Promise<void> {
    const [base, source] = [this.#base, this.#source];
    if (base === null || source === undefined) return;
    for (const ids of base.idsOf(source)) {
      const gone = ids.filter((id) => !this.#items.has(id));
      if (gone.length > 0) report?.gone([...(await this.standing(gone)).values()]);
      // Progress is report between the batches.
      await nextTurn();
    }
    for (const items of base.ofOthers(source)) {
      const duplicates = new Set((await this.#add(items)).duplicates);
      report?.taken(items.filter(({ id }) => !duplicates.has(id)));
      await nextTurn();
    }
  }

  /** Copies without analysing again. */
  async copy(from: CollectionFiles, generation: string, gone: ReadonlySet<number>): Promise<void> {
    this.#checkOpen();
    if (!(this.#index instanceof SegmentWriter)) throw new Error('Segments are copied by the thread that builds.');
    const folder = from.generationFolder(generation);
    this.#items.copy(path.join(folder, itemsFile), gone);
    let base = 0;
    for (const file of from.manifest(generation)?.segments ?? []) {
      const segment = new Segment(await readSegmentFile<SegmentMeta>(path.join(folder, file)));
      const first = base;
      this.#index.copy(segment, (doc) => gone.has(first + doc));
      base += segment.docCount;
    }
  }

  async finish(): Promise<GenerationStatus> {
    this.#checkOpen();
    const indexed = this.#index.finish();
    const ranks = this.#items.ranks();
    const segments = await indexed;
    crashPoint('build:segmentsWritten');
    writeSegmentFile(path.join(this.#folder, ranksFile), {}, { ranks });
    this.#items.finish();
    this.#base?.close();
    syncFolder(this.#folder);
    crashPoint('build:itemsSynced');
    const files = [itemsFile, ranksFile, ...segments];
    const bytes = files.reduce((sum, file) => sum + statSync(path.join(this.#folder, file)).size, 0);
    const status: GenerationStatus = { generation: this.generation, itemCount: this.#items.count, bytes, builtAt: Date.now() };
    this.#files.writeManifest(this.generation, {
      version: formatVersion,
      stored: storedVersion,
      layout: this.#layout,
      itemCount: status.itemCount,
      builtAt: status.builtAt,
      bytes,
      segments,
      ...(this.#source !== undefined && { source: this.#source }),
      namesClash: this.#items.namesClash,
      itemsChecksum: await checksumOf(path.join(this.#folder, itemsFile)),
    });
    syncFolder(this.#files.folder);
    this.#state = 'finished';
    return status;
  }

  async abandon(): Promise<void> {
    const wasOpen = this.#state === 'open';
    this.#state = 'abandoned';
    if (wasOpen) {
      if (this.#index instanceof IndexAside) await this.#index.abandon();
      this.#items.abandon();
      this.#base?.close();
    }
    this.#files.remove(this.generation);
  }
}
