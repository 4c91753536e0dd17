import { projectOfTag } from './answer.ts';
import { type AnswerCache, answerCache } from './answer-cache.ts';
import { type CachingSettings, cachingSettings } from './caching-settings.ts';
import { CallFigures } from './call-figures.ts';
import { noSecondTier, type SecondTier, type SecondTierState } from './second-tier.ts';
import type { Database } from '#server/db/schema.ts';
import { LRUCache } from 'lru-cache';

/** So many values are kept, each a few megabytes at most. The least recently used leave first. */
const maximumValues = 50;

/** Reading it from text would hold up searches. All get the same value, and leave it; a key always has one type. */
export function valueCache() {
  const values = new LRUCache<string, object, () => Promise<object>>({
    max: maximumValues,
    fetchMethod: (_key, _stale, { context: make }) => make(),
    ignoreFetchAbort: true,
  });
  return async <Value extends object>(key: string, ttlSeconds: number, make: () => Promise<Value>): Promise<Value> =>
    (await values.forceFetch(key, { ttl: ttlSeconds * 1000, context: make })) as Value;
}

/** What may be given again for a while. */
export interface Cache {
  readonly answers: AnswerCache;
  readonly value: ReturnType<typeof valueCache>;
  readonly settings: CachingSettings;
  readonly calls: CallFigures;
  readonly shared: () => SecondTierState;
  close(): Promise<void>;
}

interface CacheOptions {
  readonly db: Database;
  readonly onRefreshError: (error: unknown) => void;
  readonly secondTier?: SecondTier;
}

/** A cache in this process's memory, before the one that servers share. */
export function openCache({ db, onRefreshError, secondTier = noSecondTier }: CacheOptions): Cache {
  const settings = cachingSettings(db);
  return {
    answers: answerCache({ onRefreshError, onPurge: (tag) => settings.outdate(projectOfTag(tag)), secondTier }),
    value: valueCache(),
    settings,
    calls: new CallFigures(),
    shared: secondTier.state,
    close: secondTier.close,
  };
}
