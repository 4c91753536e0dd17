import { LRUCache } from 'lru-cache';

/** So many values are kept, each a few megabytes at most. The least recently used leave first. */
const maximumValues = 50;

/**
 * What this server alone uses, and would have to read from its text, which holds up searches where it is long. All who ask get the same
 * value, and leave it as it is. What is under a key is always of the same type.
 */
export function valueCache() {
  const values = new LRUCache<string, object, () => Promise<object>>({
    max: maximumValues,
    fetchMethod: (_key, _stale, { context: make }) => make(),
    ignoreFetchAbort: true,
  });
  return async <Value extends object>(key: string, ttlSeconds: number, make: () => Promise<Value>): Promise<Value> =>
    (await values.forceFetch(key, { ttl: ttlSeconds * 1000, context: make })) as Value;
}
