import { addDays, dayOf } from '#contract/days.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { frontTrending, maximumTrendingItems } from './trending.contract.ts';
import { eventStore } from '#features/front-api/events/server/events.store.ts';
import { countedIds } from '#features/front-api/server/counted-ids.service.ts';
import type { FrontApi } from '#features/front-api/server/front-api.service.ts';
import { shopItemOf } from '#features/front-api/items/shop-item.service.ts';
import type { App } from '#server/app/app.ts';
import type { SelectedProject } from '#server/app/shop-access.ts';
import type { CollectionSearch } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { serve } from '#server/app/serve.ts';

const trendDays = 7;
/** Spare candidates, because items may be deleted. */
const candidates = 2 * maximumTrendingItems;

type Output = OutputOf<typeof frontTrending>;

export function serveTrending(app: App, { answerItems }: FrontApi): void {
  const store = eventStore(app.db);

  async function trendingIds(project: SelectedProject, collectionId: number): Promise<readonly string[]> {
    const today = dayOf(Date.now(), project.timeZone);
    const days = Array.from({ length: trendDays }, (_, age) => addDays(today, -age));
    return countedIds(app, project, ['trending ids', collectionId], () =>
      store.trending(project, collectionId, days, candidates),
    );
  }

  serve(app, frontTrending, ({ collection, limit }, caller, _upload, signal) =>
    answerItems({ endpoint: 'trending', caller, signal, collection, asked: limit }, async (search, id) => {
      const { items, ...others } = await foundItems(search, await trendingIds(caller.project, id), limit);
      return { items: items.map((item) => shopItemOf(item, search.relevance)), ...others } satisfies Output;
    }),
  );
}

/** Existing items, padded with top-ranked ones. */
async function foundItems(search: CollectionSearch, ids: readonly string[], limit: number) {
  const known = await search.items(ids);
  const basis: Output['basis'] = known.length > 0 ? 'events' : 'ranking';
  const ranked = known.length < limit ? (await search.find(plainRequest('', limit))).hits.map(({ item }) => item) : [];
  const there = new Set(known.map(({ id }) => id));
  return { items: [...known, ...ranked.filter(({ id }) => !there.has(id))].slice(0, limit), basis };
}
