import type { Item } from '#contract/item.ts';
import { type CollectionSearch, inCollection, unlessSearchDown } from '#server/search/project-search.ts';
import type { App } from '#server/app/app.ts';
import type { CollectionScope } from '#server/db/row-scope.ts';
import { shownItem } from '#server/search/preview.ts';

/** Items by their ids, with what people know them by, and whether the collection has ever had any. Nothing while the search can't be asked. */
export async function shownItems(app: App, { id, collectionId }: CollectionScope, ids: readonly string[]) {
  const asked = inCollection(app, { id }, collectionId, async (search) => ({
    items: await search.items([...new Set(ids)]),
    isFilled: search.session.layout !== null,
  }));
  const answered = await unlessSearchDown(asked);
  const { items, isFilled } = answered ?? { items: [], isFilled: true };
  return { items: new Map(items.map((item) => [item.id, shownItem(item)])), isFilled, isDown: answered === null };
}

/** What people call an item, as results name it. */
export function nameOf({ id, fields: { name } }: Item): string {
  return typeof name === 'string' && name !== '' ? name : id;
}

/** The same by its id, which is its name where the collection hasn't such an item. */
export async function itemNameOf(search: CollectionSearch, itemId: string): Promise<string> {
  const [item] = await search.items([itemId]);
  return item ? nameOf(item) : itemId;
}
