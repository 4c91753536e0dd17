import type { Item } from '#contract/item.ts';
import type { RowCopyOutcome } from '#contract/row-copies.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import type { CuratedItem, Curation, CurationRule } from './curations.contract.ts';
import type { CurationRow } from './curations.store.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope, RowScope } from '#server-kit/db/row-scope.ts';
import type { RowItem, StoredRow } from '#server-kit/db/row-table.ts';
import { foundIn } from '#server-kit/found-in.ts';
import { inCollection } from '#server-kit/project-search.ts';

/** However many a project's curations have together. */
const itemsAtOnce = 500;
/** So many of what another project lacks are told by name. */
const toldMissing = 10;

/** What people know an item by. */
const toldFields = ['name', 'image', 'brand', 'category', 'price', 'currency', 'availability'];

/** While searches are down nobody knows whether an item is gone, so none is said to be. */
export async function itemsOf(
  app: App,
  project: ProjectScope,
  collectionId: number,
  ids: readonly string[],
): Promise<Item[] | null> {
  try {
    return await inCollection(app, project, collectionId, async (search) => {
      const items: Item[] = [];
      for (let at = 0; at < ids.length; at += itemsAtOnce) items.push(...(await search.items(ids.slice(at, at + itemsAtOnce))));
      return items;
    });
  } catch (error) {
    if (error instanceof SearchDownError) return null;
    throw error;
  }
}

/** The items that curations are about, each once. */
export const idsIn = (rows: readonly CurationRule[]): string[] => [
  ...new Set(rows.flatMap(({ promoted, hidden }) => [...promoted, ...hidden].map(({ id }) => id))),
];

/** Items of curations that another collection hasn't. They are copied all the same, as it may get them. */
export async function missingItems(
  app: App,
  from: ProjectScope,
  rows: readonly StoredRow<CurationRow>[],
  to: RowScope,
): Promise<RowCopyOutcome['missing_items']> {
  const there = await itemsOf(app, to, foundIn(to.collectionId, 'collection'), idsIn(rows.map(({ fields }) => fields)));
  if (there === null) return null;
  const known = new Set(there.map(({ id }) => id));
  const missing = new Map<string, string>();
  for (const [collectionId, ofOne] of Map.groupBy(rows, ({ fields }) => fields.collection_id)) {
    const ids = idsIn(ofOne.map(({ fields }) => fields)).filter((id) => !known.has(id));
    for (const id of ids) missing.set(id, id);
    const wanted = ids.slice(0, toldMissing);
    for (const { id, fields } of (await itemsOf(app, from, collectionId, wanted)) ?? [])
      missing.set(id, String(fields['name'] ?? id));
  }
  return { count: missing.size, told: [...missing].slice(0, toldMissing).map(([id, name]) => ({ id, name })) };
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
    const items = await itemsOf(app, project, collectionId, idsIn(ofOne));
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
