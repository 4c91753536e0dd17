import type { Item } from '#contract/item.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import type { CuratedItem, Curation } from './curations.contract.ts';
import type { CurationRow } from './curations.store.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { RowItem } from '#server-kit/db/row-table.ts';
import { inCollection } from '#server-kit/project-search.ts';

/** What people know an item by. */
const toldFields = ['name', 'image', 'brand', 'category', 'price', 'currency', 'availability'];

/** While searches are down nobody knows whether an item is gone, so none is said to be. */
async function itemsOf(app: App, project: ProjectScope, collectionId: number, ids: readonly string[]) {
  try {
    return await inCollection(app, project, collectionId, (search) => search.items(ids));
  } catch (error) {
    if (error instanceof SearchDownError) return null;
    throw error;
  }
}

/** The fields by which people know an item, as far as it has them. */
export const knownFields = ({ fields }: Item): object =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => toldFields.includes(name)));

/** Curations with their items, as the catalogue has them now; lists tell of an item only whether it is gone. */
export async function withItems<Row extends RowItem<CurationRow>>(
  app: App,
  project: ProjectScope,
  rows: readonly Row[],
  isList: boolean,
): Promise<(Row & Pick<Curation, 'promoted' | 'hidden'>)[]> {
  const known = new Map<number, ReadonlyMap<string, Item> | null>();
  for (const [collectionId, ofOne] of Map.groupBy(rows, (row) => row.collection_id)) {
    const ids = new Set(ofOne.flatMap(({ promoted, hidden }) => [...promoted, ...hidden].map(({ id }) => id)));
    const items = ids.size === 0 ? [] : await itemsOf(app, project, collectionId, [...ids]);
    known.set(collectionId, items && new Map(items.map((item) => [item.id, item])));
  }
  return rows.map((row) => {
    const items = known.get(row.collection_id) ?? null;
    const shown = ({ id }: { readonly id: string }): CuratedItem => {
      const item = items?.get(id);
      return { ...(!isList && item && knownFields(item)), id, is_gone: items !== null && item === undefined };
    };
    return { ...row, promoted: row.promoted.map(shown), hidden: row.hidden.map(shown) };
  });
}
