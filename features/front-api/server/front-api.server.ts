import { serveAutocomplete } from '#features/front-api/autocomplete/server/autocomplete.server.ts';
import { servePairedItems } from '#features/front-api/paired-items/paired-items.server.ts';
import { serveCatalog } from '#features/front-api/catalog/catalog.server.ts';
import { serveEvents } from '#features/front-api/events/server/events.server.ts';
import { shopCalled } from './front-api.events.ts';
import { type FrontApi, frontApi } from './front-api.service.ts';
import { frontCallStore } from './front-calls.store.ts';
import { serveItems } from '#features/front-api/items/items.server.ts';
import { serveMulti } from '#features/front-api/multi/multi.server.ts';
import { serveSearch } from '#features/front-api/search/search.server.ts';
import { logQueries } from '#features/front-api/searched-terms/server/query-log.service.ts';
import { serveSimilar } from '#features/front-api/similar/server/similar.server.ts';
import { serveTrending } from '#features/front-api/trending/trending.server.ts';
import type { App, ShopApp } from '#server/app/app.ts';
import { answerPreflight } from '#server/http/headers.ts';
import { countItemPairs } from '#server/stats/item-pairs.ts';
import { rollUpDays, rollUpEveryMilliseconds } from '#server/stats/roll-up.ts';

/** Calls that are answered from memory, by answering threads where there are some. */
export function serveSearches(app: ShopApp): FrontApi {
  app.http.options('/front/*', (_request, reply) => answerPreflight(reply));
  const front = frontApi(app);
  for (const serveCalls of [serveSearch, serveAutocomplete, serveMulti, serveCatalog, serveItems, serveSimilar])
    serveCalls(front);
  return front;
}

export function serveFrontApi(app: App): void {
  const front = serveSearches(app);
  serveTrending(app, front);
  servePairedItems(app, front);
  serveEvents(app, front);
  logQueries(app);
  const calls = frontCallStore(app.db);
  // Not awaited: disks may be slow.
  app.events.on(shopCalled, async ({ projectId }) => void calls.note({ id: projectId }));
  app.jobs.repeat('statistics of days', rollUpEveryMilliseconds, async (signal) => {
    await rollUpDays(app.db, signal);
    await countItemPairs(app.db, signal);
  });
}
