import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ColumnPatch } from '#engine/index/changes/tail.ts';
import type { Column } from '#engine/index/segment/column.ts';
import { DeadItems, type Segment } from '#engine/index/segment/segment.ts';
import { type GenerationColumns, inSlices } from '#engine/index/columns/global-column.ts';
import { rememberedBoosts } from '#engine/search/boosts/segment-boosts.ts';

export function basesOf(segments: readonly Segment[]): number[] {
  let base = 0;
  return segments.map((segment) => (base += segment.docCount) - segment.docCount);
}

export function segmentAt(bases: readonly number[], doc: number): number {
  let index = bases.length - 1;
  while (index > 0 && bases[index]! > doc) index--;
  return index;
}

/** Changes of segments, prepared in slices between searches and taken over in one step. */
export class PendingSegments {
  readonly #segments: readonly Segment[];
  readonly #bases: readonly number[];
  readonly #dead = new Map<Segment, DeadItems>();
  readonly #columns = new Map<Segment, readonly Column[]>();
  readonly #patched = new Map<Segment, number[]>();
  readonly #sliceMs: number;
  #sliceEnd: number;

  constructor(segments: readonly Segment[], sliceMs: number) {
    this.#segments = segments;
    this.#sliceMs = sliceMs;
    this.#sliceEnd = performance.now() + sliceMs;
    this.#bases = basesOf(segments);
  }

  async bury(docs: readonly number[]): Promise<void> {
    for (const doc of docs) {
      const index = segmentAt(this.#bases, doc);
      const segment = this.#segments[index]!;
      const dead = this.#dead.get(segment) ?? new DeadItems(segment);
      this.#dead.set(segment, dead);
      dead.add(doc - this.#bases[index]!);
      if (performance.now() >= this.#sliceEnd) await this.#pause();
    }
  }

  async patch(patches: readonly ColumnPatch[]): Promise<void> {
    for (const { column, docs, values } of patches) {
      for (let start = 0, end = 0; start < docs.length; start = end) {
        const index = segmentAt(this.#bases, docs[start]!);
        const [base, segment] = [this.#bases[index]!, this.#segments[index]!];
        while (end < docs.length && docs[end]! < base + segment.docCount) end += 1;
        const changed = { docs: docs.slice(start, end).map((doc) => doc - base), values: values.slice(start, end) };
        const columns = this.columnsOf(segment);
        this.#columns.set(segment, columns.with(column, columns[column]!.patched(changed)));
        this.#patched.set(segment, [...(this.#patched.get(segment) ?? []), ...changed.docs]);
        if (performance.now() >= this.#sliceEnd) await this.#pause();
      }
    }
  }

  columnsOf(segment: Segment): readonly Column[] {
    return this.#columns.get(segment) ?? segment.columns;
  }

  async prepare(columns: GenerationColumns, fields: Iterable<string>): Promise<void> {
    for (const field of fields) await inSlices(columns.make(field), this.#sliceMs);
  }

  async #pause(): Promise<void> {
    await nextTurn();
    this.#sliceEnd = performance.now() + this.#sliceMs;
  }

  deadIn(segment: Segment): DeadItems | null {
    return this.#dead.get(segment) ?? segment.dead;
  }

  takeOver(): void {
    for (const [segment, dead] of this.#dead) segment.bury(dead);
    for (const [segment, columns] of this.#columns) segment.replaceColumns(columns);
    for (const [segment, docs] of this.#patched) for (const boosts of rememberedBoosts(segment)) boosts.forget(docs);
  }
}
