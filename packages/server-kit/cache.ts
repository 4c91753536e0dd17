import { BentoCache, bentostore, errors } from 'bentocache';
import { memoryDriver } from 'bentocache/drivers/memory';

/** How much memory cached answers may take. The least recently used leave first. */
const memoryLimit = '64mb';

/** Answers that may be given again for a while. */
export interface Cache {
  /**
   * The value under the key, made by `make` when there is none that is fresh. While one is being made, everybody else who asks waits
   * for the same one. What `make` throws is thrown and never kept.
   */
  get<Value>(key: string, ttlSeconds: number, make: () => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

/** A cache in this process's memory. */
export function memoryCache(): Cache {
  const store = bentostore().useL1Layer(memoryDriver({ maxSize: memoryLimit, serialize: true }));
  const cache = new BentoCache({ default: 'memory', stores: { memory: store } });
  return {
    async get(key, ttlSeconds, make) {
      try {
        return await cache.getOrSet({ key, ttl: ttlSeconds * 1000, factory: make });
      } catch (error) {
        throw error instanceof errors.E_FACTORY_ERROR ? error.cause : error;
      }
    },
    close: () => cache.disconnectAll(),
  };
}
