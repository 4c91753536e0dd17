import { serveAutocomplete } from '#features/front-api/autocomplete/server/autocomplete.server.ts';
import { serveCatalog } from '#features/front-api/catalog/catalog.server.ts';
import { serveEvents } from '#features/front-api/events/server/events.server.ts';
import { frontApi } from './front-api.service.ts';
import { serveItems } from '#features/front-api/items/items.server.ts';
import { serveMulti } from '#features/front-api/multi/multi.server.ts';
import { serveSearch } from '#features/front-api/search/search.server.ts';
import { serveSimilar } from '#features/front-api/similar/server/similar.server.ts';
import { serveTrending } from '#features/front-api/trending/trending.server.ts';
import type { App } from '#server/app/app.ts';
import { answerPreflight } from '#server/http/headers.ts';

export function serveFrontApi(app: App): void {
  app.http.options('/front/*', (_request, reply) => answerPreflight(reply));
  const front = frontApi(app);
  for (const serveCalls of [
    serveSearch,
    serveAutocomplete,
    serveMulti,
    serveCatalog,
    serveItems,
    serveSimilar,
    serveTrending,
    serveEvents,
  ])
    serveCalls(front);
}
