import type { CheckItemInput, CheckOutcome } from '#features/developer/check-items/check-items.contract.ts';
import type { Item } from '#contract/item.ts';
import { positionOf } from '#engine/query/matches/position.ts';
import type { Plan } from '#engine/plan.ts';
import type { Hit } from '#engine/port.ts';
import type { CollectionSearch, TriedSettings } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';

/** Where an item is for a query, from 1, among all that the query finds. */
export interface ItemPlace {
  readonly outcome: CheckOutcome;
  readonly position: number | null;
  readonly total_count: number;
}

/** Another variant is looked for among so many first results. */
const searchedHits = 100;

/** Where customers find an item: on its own place, or on that of the variant that is shown in place of it. By what is live, or what is tried. */
export async function placeOf(
  search: CollectionSearch,
  { term, elastic_item_id: id }: Pick<CheckItemInput, 'term' | 'elastic_item_id'>,
  tried: TriedSettings = {},
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
