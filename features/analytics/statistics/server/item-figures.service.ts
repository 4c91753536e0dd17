import { addDays, dayOf } from '#contract/days.ts';
import type { Item } from '#contract/item.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import { type ItemFigures, itemFiguresDays } from '#features/analytics/statistics/statistics.contract.ts';
import type { SelectedProject } from '#server/app/shop-access.ts';
import type { App } from '#server/app/app.ts';
import { type CollectionSearch, engineCollection, inCollection, unlessSearchDown } from '#server/search/project-search.ts';
import { placeOf } from '#server/stats/totals.ts';
import { clickedItems, itemCounts, totalsStore } from '#server/stats/totals.store.ts';

interface FiguresAsked {
  readonly c: number;
  readonly q: string;
  readonly ids: readonly string[];
  readonly alone: readonly string[];
}

const membersAtOnce = 5_000;

/** Figures of items, each with its variants, in the last days. */
export function itemFigures(app: App) {
  const store = totalsStore(app.db);

  async function countsOf(project: SelectedProject, { c: collectionId, q }: FiguresAsked) {
    const today = dayOf(Date.now(), project.timeZone);
    const range = { start: addDays(today, 1 - itemFiguresDays), end: today };
    const asked = { project, range, language: '', resultObject: 'search', collectionId };
    const term = normaliseQuery(q).trim();
    if (term === '') {
      const { ids, columns } = await store.totals(itemCounts, asked);
      return { ids, clicks: columns.click, carts: columns.cart, purchases: columns.purchase };
    }
    const { ids, columns } = await store.totals(clickedItems, asked, term);
    return { ids, clicks: columns.click_count, carts: columns.cart_count, purchases: columns.purchase_count };
  }

  /** All variants of each item, itself included. */
  async function variantsOf(
    { relevance, session }: CollectionSearch,
    collection: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const field = relevance.layout.groupField;
    const items = field === null ? [] : await session.items(ids);
    if (field === null || items.length === 0) return new Map();
    const groupOf = ({ fields }: Item): string => String(fields[field] ?? '');
    const filters = [{ field, anyOf: [...new Set(items.map(groupOf))] }];
    const members: Item[] = [];
    for (let isMore = true; isMore;) {
      const page = await app.engine.documents(collection, { from: members.length, size: membersAtOnce, filters, sort: [] });
      members.push(...page.items);
      isMore = page.items.length > 0 && members.length < page.totalCount;
    }
    const groups = Map.groupBy(members, groupOf);
    return new Map(items.map((item) => [item.id, (groups.get(groupOf(item)) ?? [item]).map(({ id }) => id)]));
  }

  return async (project: SelectedProject, asked: FiguresAsked): Promise<ItemFigures[]> => {
    const counts = await countsOf(project, asked);
    if (counts.ids.length === 0) return [];
    const grouped = asked.ids.filter((id) => !asked.alone.includes(id));
    const variants = await unlessSearchDown(
      inCollection(app, project, asked.c, (search) => variantsOf(search, engineCollection(asked.c), grouped)),
    );
    const counted = asked.ids.map((id) => ({ id, members: variants?.get(id) ?? [id] }));
    const nameIds = await store.idsOf(project, [...new Set(counted.flatMap(({ members }) => members))]);
    return counted.flatMap(({ id, members }) => {
      const places = members.map((member) => placeOf(counts, nameIds.get(member) ?? 0)).filter((place) => place >= 0);
      const sum = (values: Float64Array): number => places.reduce((all, place) => all + values[place]!, 0);
      const figures = { clicks: sum(counts.clicks), carts: sum(counts.carts), purchases: sum(counts.purchases) };
      return figures.clicks + figures.carts + figures.purchases === 0 ? [] : [{ item_id: id, ...figures }];
    });
  };
}
