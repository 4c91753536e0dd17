import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Item } from '#contract/item.ts';
import { createAnalyser, type Analyser } from '#engine/query/analysis/analyser.ts';
import { flushItemCount as defaultFlushItemCount, mergeSegmentCount } from '#engine/index/limits.ts';
import { SegmentBuilder } from '#engine/index/segment/segment-builder.ts';
import type { SegmentMeta } from '#engine/index/segment/segment-builder.ts';
import { readSegmentFile } from '#engine/index/segment/segment-file.ts';
import { addSegment, fittingRuns, SegmentCopier } from '#engine/index/segment/segment-merge.ts';
import { Segment } from '#engine/index/segment/segment.ts';
import type { CollectionLayout } from '#engine/port.ts';

export interface SegmentSettings {
  readonly folder: string;
  readonly layout: CollectionLayout;
  readonly flushItemCount?: number | undefined;
}

interface WrittenSegment {
  readonly file: string;
  readonly docCount: number;
}

/** In bounded memory: a segment is written whenever the collected items grow too large. */
export class SegmentWriter {
  readonly #layout: CollectionLayout;
  readonly #analyser: Analyser;
  readonly #folder: string;
  readonly #flushItemCount: number;
  #segments: WrittenSegment[] = [];
  #builder: SegmentBuilder;
  #fileCount = 0;

  constructor({ folder, layout, flushItemCount = defaultFlushItemCount }: SegmentSettings) {
    this.#folder = folder;
    this.#layout = layout;
    this.#flushItemCount = flushItemCount;
    this.#analyser = createAnalyser(layout.language);
    this.#builder = this.#newBuilder();
  }

  #newBuilder(spent?: SegmentBuilder): SegmentBuilder {
    return new SegmentBuilder(this.#layout, this.#analyser, spent);
  }

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

  get #isFull(): boolean {
    return this.#builder.isFull || this.#builder.docCount >= this.#flushItemCount;
  }

  add(items: Iterable<Item>): void {
    for (const item of items) {
      this.#builder.add(item);
      if (this.#isFull) this.#flush();
    }
  }

  /** Copies without analysing again. `isGone` takes numbers within the segment. */
  copy(segment: Segment, isGone: (doc: number) => boolean): void {
    let copier = new SegmentCopier(segment, this.#builder);
    for (let doc = 0; doc < segment.docCount; doc++) {
      if (isGone(doc)) continue;
      copier.copy(doc);
      if (!this.#isFull) continue;
      this.#flush();
      copier = new SegmentCopier(segment, this.#builder);
    }
  }

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

  async finish(): Promise<string[]> {
    this.#flush();
    if (this.#segments.length > mergeSegmentCount) await this.#merge();
    return this.#segments.map(({ file }) => file);
  }
}
