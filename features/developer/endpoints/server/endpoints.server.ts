import { type CachedEndpoint, isCachedEndpoint, usualCaching, type Endpoint } from '#contract/endpoint.ts';
import {
  type Caching,
  type EndpointConfiguration,
  listEndpoints,
  purgeEndpoints,
  readEndpoint,
  updateEndpoint,
} from '#features/developer/endpoints/endpoints.contract.ts';
import { cachingStore } from './endpoints.store.ts';
import type { SelectedProject } from '#server/app/shop-access.ts';
import type { App } from '#server/app/app.ts';
import type { CountedCalls } from '#server/cache/call-figures.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { fail, failField, foundIn } from '#server/base/fail.ts';
import { Answer, serve } from '#server/app/serve.ts';
import { frontAutocomplete } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { frontAlsoViewed, frontBoughtTogether } from '#features/front-api/paired-items/paired-items.contract.ts';
import { frontCatalog } from '#features/front-api/catalog/catalog.contract.ts';
import { frontEvents } from '#features/front-api/events/events.contract.ts';
import { frontItem } from '#features/front-api/items/items.contract.ts';
import { frontMulti } from '#features/front-api/multi/multi.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { frontSimilar } from '#features/front-api/similar/similar.contract.ts';
import { frontTrending } from '#features/front-api/trending/trending.contract.ts';

interface FrontEndpoint {
  readonly id: number;
  /** As it is counted and stored. */
  readonly name: string;
  readonly endpoint: Pick<Endpoint, 'method' | 'path'>;
}

const frontEndpoints: readonly FrontEndpoint[] = [
  { id: 1, name: 'search', endpoint: frontSearch },
  { id: 2, name: 'autocomplete', endpoint: frontAutocomplete },
  { id: 3, name: 'catalog', endpoint: frontCatalog },
  { id: 4, name: 'item', endpoint: frontItem },
  { id: 5, name: 'similar', endpoint: frontSimilar },
  { id: 9, name: 'bought_together', endpoint: frontBoughtTogether },
  { id: 10, name: 'also_viewed', endpoint: frontAlsoViewed },
  { id: 6, name: 'trending', endpoint: frontTrending },
  { id: 7, name: 'multi', endpoint: frontMulti },
  { id: 8, name: 'events', endpoint: frontEvents },
];

const unknownPerson = '–';

export function serveEndpoints(app: App): void {
  const { cache } = app;
  const store = cachingStore(app.db);

  async function all(project: ProjectScope): Promise<EndpointConfiguration[]> {
    const saved = new Map((await store.saved(project)).map(({ endpoint, ...row }) => [endpoint, row]));
    return frontEndpoints.map((one): EndpointConfiguration => {
      const { hour, day } = cache.calls.of(project.id, one.name);
      const unsaved = { updated_at: null, updated_by: null };
      const counted = { last_hour: callsOf(hour), last_day: callsOf(day) };
      return { ...described(one), ...usual(one.name), ...unsaved, ...saved.get(one.name), ...counted };
    });
  }

  const one = async (project: ProjectScope, id: number): Promise<EndpointConfiguration> =>
    foundIn(
      (await all(project)).find((configuration) => configuration.id === id),
      'record',
    );

  const answer = (endpoint_configuration: EndpointConfiguration) =>
    new Answer<typeof readEndpoint>(endpoint_configuration, { beside: { payload: { endpoint_configuration } } });

  serve(app, listEndpoints, async (_input, { project }) => {
    const configurations = await all(project);
    const payload = { endpoint_configurations: configurations, counted_since: cache.calls.since, ...ratesOf(app, project) };
    return new Answer<typeof listEndpoints>(configurations, { beside: { payload } });
  });

  serve(app, readEndpoint, async ({ id }, { project }) => answer(await one(project, id)));

  serve(app, updateEndpoint, async ({ id, updated_at: began, ...wanted }, { project, user }) => {
    const { method: name } = await one(project, id);
    if (!isCachedEndpoint(name)) throw failField('is_cached', 'neverCached');
    const isSaved = await store.save(project, name, wanted, { userId: user.id, at: Date.now() }, began);
    const saved = await one(project, id);
    if (!isSaved) throw fail('changedMeanwhile', { person: saved.updated_by ?? unknownPerson }).showing(saved);
    await cache.answers.purge(`endpoint ${project.id} ${name}`);
    return answer(saved);
  });

  serve(app, purgeEndpoints, async (_input, { project }) => {
    await cache.answers.purge(`project ${project.id}`);
    return {};
  });
}

const described = ({ id, name, endpoint: { path, method } }: FrontEndpoint) => ({
  id,
  path,
  method: name,
  request_method: method === 'POST' ? ('POST' as const) : ('GET' as const),
  class_name: `Front${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  tag: name,
  is_cacheable: isCachedEndpoint(name),
});

const never: Caching = { is_cached: false, cache_ttl: 0, cache_grace_period: 0 };

function usual(name: string): Caching {
  if (!isCachedEndpoint(name)) return never;
  const { isCached, ttlSeconds, graceSeconds } = usualCaching[name satisfies CachedEndpoint];
  return { is_cached: isCached, cache_ttl: ttlSeconds, cache_grace_period: graceSeconds };
}

const callsOf = ({ callCount: calls, hitCount: hits }: CountedCalls) => ({ calls, hits });

const ratesOf = ({ limits }: App, { visitorCallsPerSecond, projectCallsPerSecond }: SelectedProject) => ({
  visitor_calls_per_second: visitorCallsPerSecond ?? limits.usual.visitorCallsPerSecond,
  project_calls_per_second: projectCallsPerSecond ?? limits.usual.projectCallsPerSecond,
});
