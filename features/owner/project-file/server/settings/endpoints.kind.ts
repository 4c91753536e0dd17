import * as z from 'zod/mini';
import { type CachedEndpoint, isCachedEndpoint, usualCaching } from '#contract/endpoint-caching.ts';
import { problemsOf } from '#contract/problems.ts';
import type { Caching } from '#features/developer/endpoints/endpoints.contract.ts';
import { cachingStore } from '#features/developer/endpoints/server/endpoints.store.ts';
import { mistake } from './project.kind.ts';
import { EndpointInFile } from '#features/owner/project-file/settings/settings-in-file.ts';
import { given } from '#server/http/given.ts';
import type { FileKind, FileMistake, KeyedRow } from '#server/rules/files/file-kind.ts';

const endpoints = Object.keys(usualCaching).toSorted() as CachedEndpoint[];

function usual(endpoint: CachedEndpoint): Caching {
  const { isCached, ttlSeconds, graceSeconds } = usualCaching[endpoint];
  return { is_cached: isCached, cache_ttl: ttlSeconds, cache_grace_period: graceSeconds };
}

const isUsual = (endpoint: CachedEndpoint, caching: Caching): boolean => unusual(endpoint, caching).length === 0;
const unusual = (endpoint: CachedEndpoint, caching: Caching) =>
  Object.entries(usual(endpoint)).flatMap(([name, value]) => {
    const own = caching[name as keyof Caching];
    return own === value ? [] : [[name, own] as const];
  });

/** How long answers to the shop are kept. All endpoints are named, so that a file also says which of them is as usual. */
export const endpointsKind: FileKind = {
  key: 'endpoints',
  isOfCollection: false,
  shape: 'named',
  schema: EndpointInFile,
  texts: [],
  async read(db, scope) {
    const saved = new Map((await cachingStore(db).saved(scope)).map(({ endpoint, ...row }) => [endpoint, row]));
    return endpoints.map((endpoint, at): KeyedRow => {
      const { is_cached, cache_ttl, cache_grace_period } = saved.get(endpoint) ?? usual(endpoint);
      const caching = { is_cached, cache_ttl, cache_grace_period };
      const values = Object.fromEntries(unusual(endpoint, caching));
      return { key: endpoint, name: endpoint, values, shown: { ...caching, id: at + 1 } };
    });
  },
  async write(db, scope, rows, author) {
    const store = cachingStore(db);
    const mistakes: FileMistake[] = [];
    const before = new Map((await store.saved(scope)).map(({ endpoint, ...row }) => [endpoint, row]));
    for (const [at, row] of rows.entries()) {
      const { success, data, error } = z.safeParse(EndpointInFile, row);
      if (!success) mistakes.push(...problemsOf(error, row).map((problem) => ({ ...problem, at })));
      else if (!isCachedEndpoint(data.name))
        mistakes.push(mistake(at, '', 'fileKeyUnknown', { key: data.name, keys: endpoints.join(', ') }));
      else {
        const { name, ...said } = data;
        const caching = { ...usual(name), ...given(said) };
        const known = before.get(name);
        const isSame = known ? unusual(name, known).join() === unusual(name, caching).join() : isUsual(name, caching);
        if (isSame) continue;
        await (isUsual(name, caching) ? store.forget(scope, name) : store.save(scope, name, caching, author));
      }
    }
    return mistakes;
  },
};
