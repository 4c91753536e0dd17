import { LRUCache } from 'lru-cache';

/** How much cached answers may take with their keys, in UTF-16 units: 64 MB. The least recently used leave first. */
const maximumLength = 32 * 1024 * 1024;

/** Written answers that may be given again for a while. */
export interface Cache {
  /**
   * The answer under the key, made by `make` when there is none that is fresh. While one is being made, everybody else who asks waits
   * for the same one. What `make` throws is thrown and never kept.
   */
  get(key: string, ttlSeconds: number, make: () => Promise<string>): Promise<string>;
}

/** A cache in this process's memory. */
export function memoryCache(): Cache {
  const cache = new LRUCache<string, string, () => Promise<string>>({
    maxSize: maximumLength,
    sizeCalculation: (answer, key) => answer.length + key.length,
    fetchMethod: (_key, _stale, { context: make }) => make(),
    // Whoever waits for an answer gets it, even where there is no room to keep it.
    ignoreFetchAbort: true,
  });
  return { get: (key, ttlSeconds, make) => cache.forceFetch(key, { ttl: ttlSeconds * 1000, context: make }) };
}
