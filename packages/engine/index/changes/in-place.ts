import { isDeepStrictEqual } from 'node:util';
import type { Item } from '#contract/item.ts';
import { type ColumnLayout, columnValues } from '#engine/query/analysis/column-values.ts';
import type { NewValues } from '#engine/index/segment/column.ts';
import { columnLayouts } from '#engine/index/segment/segment-builder.ts';
import type { CollectionLayout } from '#engine/port.ts';

/** Other values of items in one column. Items are numbered as in the generation, in ascending order. */
export interface ColumnPatch extends NewValues {
  /** Place among the columns of every segment. */
  readonly column: number;
}

/** An item that keeps its number. */
export interface PatchedItem {
  readonly doc: number;
  readonly now: Item['fields'];
  /** null where it isn't known: then any of its values may be another one. */
  readonly before: Item['fields'] | null;
}

/** What can change without reindexing the item: fields that are neither searched nor decide its group. */
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

  /** Whether an item of these fields may keep its number when it gets the others. */
  allows(before: Item['fields'], now: Item['fields']): boolean {
    for (const name of this.#indexed) if (!isDeepStrictEqual(before[name], now[name])) return false;
    return true;
  }

  /** What the items change in each column, in the order of their numbers. */
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
