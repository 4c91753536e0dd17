import type { Item } from '#contract/item.ts';
import type { RowCopyOutcome } from '#contract/rows/row-copies.ts';
import type { CuratedItem, Curation, CurationRule } from '#features/search-settings/curations/curations.contract.ts';
import type { CurationRow } from './curations.store.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope, RowScope } from '#server/db/row-scope.ts';
import type { RowItem, StoredRow } from '#server/rules/rows/row-table.ts';
import { failField, foundIn } from '#server/base/fail.ts';
import { shownItem } from '#server/search/preview.ts';
import { inCollection, unlessSearchDown } from '#server/search/project-search.ts';

const itemsAtOnce = 500;
const toldMissing = 10;

/** Null while searches are down. */
export const itemsOf = (app: App, project: ProjectScope, collectionId: number, ids: readonly string[]): Promise<Item[] | null> =>
  unlessSearchDown(
    inCollection(app, project, collectionId, async (search) => {
      const items: Item[] = [];
      for (let at = 0; at < ids.length; at += itemsAtOnce) items.push(...(await search.items(ids.slice(at, at + itemsAtOnce))));
      return items;
    }),
  );

export const idsIn = (rows: readonly CurationRule[]): string[] => [
  ...new Set(rows.flatMap(({ promoted, hidden }) => [...promoted, ...hidden].map(({ id }) => id))),
];

/** Items the curation had before may be gone. Before the first import, or while searches are down, any id is accepted. */
export async function checkItems(
  app: App,
  scope: RowScope,
  { promoted, hidden }: CurationRule,
  before: CurationRule | undefined,
): Promise<void> {
  const had = new Set(before && idsIn([before]));
  const places = Object.entries({ promoted, hidden }).flatMap(([list, items]) =>
    items.map(({ id }, at) => ({ id, field: `${list}.${at}.id` })),
  );
  const added = places.filter(({ id }) => !had.has(id));
  if (added.length === 0) return;
  const known = await unlessSearchDown(
    inCollection(app, scope, foundIn(scope.collectionId, 'collection'), async (search) => {
      if (search.session.layout === null) return null;
      return new Set((await search.items(added.map(({ id }) => id))).map(({ id }) => id));
    }),
  );
  const unknown = known && added.find(({ id }) => !known.has(id));
  if (unknown) throw failField(unknown.field, 'notInCatalogue', { item: unknown.id });
}

/** Items the target collection lacks. Curations are copied anyway. */
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
      return { ...(!isList && item && shownItem(item)), id, is_gone: items !== null && item === undefined };
    };
    return { ...row, promoted: row.promoted.map(shown), hidden: row.hidden.map(shown) };
  });
}
