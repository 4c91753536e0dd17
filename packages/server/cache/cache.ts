import { LRUCache } from 'lru-cache';
import { type CachedEndpoint, type Caching, isCachedEndpoint, usualCaching } from '#contract/endpoint.ts';
import type { Database } from '#server/db/schema.ts';
import { lastKnown } from '#server/db/last-known.ts';
import type { Awaitable } from '#process-kit/work.ts';
import {
  type AnswerCache,
  answerCache,
  type CachingThreads,
  projectOfTag,
  type SharedAnswers,
  usualBytes,
} from './answer-cache.ts';
import { CallFigures } from './call-figures.ts';

/** Values are a few megabytes at most. */
const maximumValues = 50;
/** Settings saved on another server apply here after this long at the latest. */
const settingsFreshMilliseconds = 5_000;
const maximumProjects = 10_000;

/** Values that take long to read, computed once for concurrent callers. Callers share the value and don't change it. */
export function valueCache() {
  const values = new LRUCache<string, object, () => Promise<object>>({
    max: maximumValues,
    fetchMethod: (_key, _stale, { context: make }) => make(),
    ignoreFetchAbort: true,
  });
  return async <Value extends object>(key: string, ttlSeconds: number, make: () => Promise<Value>): Promise<Value> =>
    (await values.forceFetch(key, { ttl: ttlSeconds * 1000, context: make })) as Value;
}

export type ProjectCaching = Readonly<Record<CachedEndpoint, Caching>>;

function cachingSettings(db: Database) {
  const ofProjects = lastKnown({
    freshMilliseconds: settingsFreshMilliseconds,
    maximum: maximumProjects,
    read: async (projectId): Promise<ProjectCaching> => {
      const rows = await db.selectFrom('endpoint_caching').selectAll().where('project_id', '=', Number(projectId)).execute();
      const own = rows.flatMap(({ endpoint, is_cached: isCached, ttl_seconds: ttlSeconds, grace_seconds: graceSeconds }) =>
        isCachedEndpoint(endpoint) ? [[endpoint, { isCached: isCached === 1, ttlSeconds, graceSeconds }] as const] : [],
      );
      return { ...usualCaching, ...Object.fromEntries(own) };
    },
  });
  return {
    of: (projectId: number): Awaitable<ProjectCaching> => ofProjects.get(String(projectId)),
    outdate: (projectId: number): void => ofProjects.outdate(String(projectId)),
  };
}

export interface Cache {
  readonly answers: AnswerCache;
  readonly value: ReturnType<typeof valueCache>;
  readonly settings: ReturnType<typeof cachingSettings>;
  readonly calls: CallFigures;
  readonly shared: () => 'off' | 'there' | 'away';
  close(): Promise<void>;
}

interface CacheOptions {
  readonly db: Database;
  readonly onRefreshError: (error: unknown) => void;
  readonly shared?: SharedAnswers | null;
  readonly threads?: CachingThreads | undefined;
  /** Share of the server's answer memory. */
  readonly share?: number;
}

export function openCache({ db, onRefreshError, shared = null, threads, share = 1 }: CacheOptions): Cache {
  const settings = cachingSettings(db);
  return {
    answers: answerCache({
      onRefreshError,
      onPurge: (tag) => settings.outdate(projectOfTag(tag)),
      shared,
      ...(threads && { threads }),
      maximumBytes: Math.floor(usualBytes * share),
    }),
    value: valueCache(),
    settings,
    calls: new CallFigures(),
    shared: () => shared?.state() ?? 'off',
    close: async () => shared?.close(),
  };
}
