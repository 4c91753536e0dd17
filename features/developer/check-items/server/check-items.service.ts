import { checkItems, type CheckItemInput, type CheckOutcome } from '#features/developer/check-items/check-items.contract.ts';
import { checkItemRows } from './check-items.store.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import type { App } from '#server/app/app.ts';
import { releasedRows } from '#server/rules/rows/rule-source.ts';
import type { CollectionScope, ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { type CollectionSearch, type PreviewedSettings, inCollection, unlessSearchDown } from '#server/search/project-search.ts';
import type { Item } from '#contract/item.ts';
import { positionOf } from '#engine/query/matches/position.ts';
import type { Plan } from '#engine/plan.ts';
import type { Hit } from '#engine/port.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { shownItem } from '#server/search/preview.ts';

/** Where an item is for a query, from 1, among all that the query finds. */
export interface ItemPlace {
  readonly outcome: CheckOutcome;
  readonly position: number | null;
  readonly total_count: number;
}

const searchedHits = 100;

export async function placeOf(
  search: CollectionSearch,
  { term, elastic_item_id: id }: Pick<CheckItemInput, 'term' | 'elastic_item_id'>,
  tried: PreviewedSettings = {},
): Promise<ItemPlace> {
  const { session, relevance } = search;
  const nowhere = (outcome: CheckOutcome, total_count = 0): ItemPlace => ({ outcome, position: null, total_count });
  const [item] = await session.items([id]);
  if (!item) return nowhere('gone');
  const { plan, best } = await search.resolve(plainRequest(term, 1), tried);
  if (!plan) return nowhere('redirected');
  const { totalCount } = await session.search({ ...plan, facets: [], from: 0, size: 1 });
  const explanation = await session.explain(plan, id);
  if (!explanation?.isFound) return nowhere('missing', totalCount);
  const position =
    (await positionOf(session, plan, explanation, best)) ??
    (await placeOfVariant(search, plan, item, best, relevance.layout.groupField));
  return position === null ? nowhere('deep', totalCount) : { outcome: 'found', position, total_count: totalCount };
}

async function placeOfVariant(
  { session }: CollectionSearch,
  plan: Plan,
  { fields }: Item,
  best: readonly Hit[],
  groupField: string | null,
): Promise<number | null> {
  const group = groupField === null ? undefined : fields[groupField];
  if (groupField === null || group === undefined) return null;
  const isSame = (hit: Hit): boolean => String(hit.item.fields[groupField]) === String(group);
  const { hits } = await session.search({ ...plan, facets: [], from: 0, size: searchedHits });
  const place = [...best, ...hits.slice(best.length)].findIndex(isSame);
  return place < 0 ? null : place + 1;
}

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

export function nameOf({ id, fields: { name } }: Item): string {
  return typeof name === 'string' && name !== '' ? name : id;
}

/** The same by its id, which is its name where the collection hasn't such an item. */
export async function itemNameOf(search: CollectionSearch, itemId: string): Promise<string> {
  const [item] = await search.items([itemId]);
  return item ? nameOf(item) : itemId;
}

export const copyCheckItems = (db: Database, from: ProjectScope, to: ProjectScope): Promise<void> =>
  releasedRows(checkItems, checkItemRows)(db).copy(from, to);

export type AlertingItem = CheckItemInput & { readonly id: number };

export async function alertingItems({ db }: Pick<App, 'db'>, scope: CollectionScope): Promise<AlertingItem[]> {
  const rows = (await checkItemRows(db).all(scope)).map(({ item }) => item);
  return rows.filter(({ alert_above: above }) => above > 0);
}

export const isQueryOf = ({ term }: Pick<AlertingItem, 'term'>, q: string): boolean => normaliseQuery(term) === normaliseQuery(q);

export async function placesOf(search: CollectionSearch, item: AlertingItem, tried: PreviewedSettings) {
  const live = await placeOf(search, item);
  const next = await placeOf(search, item, tried);
  const name = await itemNameOf(search, item.elastic_item_id);
  const { id, elastic_item_id, alert_above } = item;
  return { id, elastic_item_id, name, alert_above, live_position: live.position, position: next.position };
}
