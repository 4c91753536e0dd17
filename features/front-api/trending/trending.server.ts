import { addDays, dayOf } from '#contract/days.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { frontTrending, maximumTrendingItems } from './trending.contract.ts';
import { eventStore } from '#features/front-api/events/server/events.store.ts';
import type { FrontApi } from '#features/front-api/server/front-api.service.ts';
import { shopItemOf } from '#features/front-api/items/shop-item.service.ts';
import type { SelectedProject } from '#server/app/access.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { serve, WrittenAnswer } from '#server/app/serve.ts';

const trendDays = 7;
/** Cached longer than search results, because counting is slower. */
const countedSeconds = 300;
/** Spare candidates, because items may be deleted. */
const candidates = 2 * maximumTrendingItems;

type Output = OutputOf<typeof frontTrending>;

export function serveTrending({ app, answers, collections, noteCall }: FrontApi): void {
  const store = eventStore(app.db);

  async function trendingIds(project: SelectedProject, collectionId: number): Promise<readonly string[]> {
    const today = dayOf(Date.now(), project.timeZone);
    const days = Array.from({ length: trendDays }, (_, age) => addDays(today, -age));
    const { answer } = await app.cache.answers.get({
      key: JSON.stringify(['trending ids', project.id, collectionId]),
      version: '',
      tags: [`project ${project.id}`],
      origin: null,
      ttlSeconds: countedSeconds,
      graceSeconds: countedSeconds,
      make: async () => {
        const ids = await store.trending(project, collectionId, days, candidates);
        return { json: Buffer.from(JSON.stringify(ids)), beside: null };
      },
    });
    return JSON.parse(answer.json.toString()) as string[];
  }

  serve(app, frontTrending, async ({ collection = '', limit }, caller, _upload, signal) => {
    const { project } = caller;
    noteCall(caller);
    const { json } = await answers({
      endpoint: 'trending',
      caller,
      signal,
      place: collection,
      live: () => collections.liveOne(project, collection),
      asked: limit,
      make: async ({ id }, wanted) => {
        const relevance = await collections.relevance(project, id);
        const ids = await trendingIds(project, id);
        const found = await inCollection(app, project, id, (search) => foundItems(search, ids, limit), { signal: wanted });
        const { items, ...others } = found;
        const answer: Output = { items: items.map((item) => shopItemOf(item, relevance)), ...others };
        return { json: JSON.stringify(answer), beside: null };
      },
    });
    return new WrittenAnswer([json]);
  });
}

/** Existing items, padded with top-ranked ones. */
async function foundItems(search: CollectionSearch, ids: readonly string[], limit: number) {
  const known = await search.items(ids);
  const basis: Output['basis'] = known.length > 0 ? 'events' : 'ranking';
  const ranked = known.length < limit ? (await search.find(plainRequest('', limit))).hits.map(({ item }) => item) : [];
  const there = new Set(known.map(({ id }) => id));
  return { items: [...known, ...ranked.filter(({ id }) => !there.has(id))].slice(0, limit), basis };
}
