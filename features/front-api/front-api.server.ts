import { serveAutocomplete } from './autocomplete/autocomplete.server.ts';
import { serveCatalog } from './catalog/catalog.server.ts';
import { serveEvents } from './events/events.server.ts';
import { frontApi } from './front-api.service.ts';
import { serveItems } from './items/items.server.ts';
import { serveMulti } from './multi/multi.server.ts';
import { refusalOf } from './refusals.service.ts';
import { serveSearch } from './search/search.server.ts';
import { serveSimilar } from './similar/similar.server.ts';
import { serveTrending } from './trending/trending.server.ts';
import type { App } from '#server-kit/app.ts';
import { answerPreflight } from '#server-kit/http/cors.ts';

export function serveFrontApi(app: App): void {
  app.http.options('/front/*', (_request, reply) => answerPreflight(reply));
  app.refusals.decideBy(refusalOf(app));
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
