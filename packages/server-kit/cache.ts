import { LRUCache } from 'lru-cache';

/** How much cached answers may take with their keys, in UTF-16 units: 64 MB. The least recently used leave first. */
const maximumLength = 32 * 1024 * 1024;
const bytesPerUnit = 2;
/** So many values are kept that are no text, each a few megabytes at most. The least recently used leave first. */
const maximumValues = 50;

type Make = (signal: AbortSignal) => Promise<string>;

/** Answers that may be given again for a while. */
export interface Cache {
  /**
   * The answer under the key, made by `make` when there is none that is fresh. While one is being made, everybody else who asks waits
   * for the same one. What `make` throws is thrown and never kept. Once the signals of all who wait are aborted, so is that of `make`;
   * whoever asks without one waits to the end.
   */
  get(key: string, ttlSeconds: number, make: Make, signal?: AbortSignal): Promise<string>;
  /**
   * The same for what this server alone uses, and would have to read from its text, which holds up searches where it is long. All who ask
   * get the same value, and leave it as it is. What is under a key is always of the same type.
   */
  value<Value extends object>(key: string, ttlSeconds: number, make: () => Promise<Value>): Promise<Value>;
  /** Of answers, since the start. */
  figures(): CacheFigures;
}

interface CacheFigures {
  readonly askCount: number;
  /** How many of them had to be made. */
  readonly makeCount: number;
  readonly bytes: number;
}

/** An answer that is being made. */
interface Making {
  waitingCount: number;
  readonly stop: AbortController;
}

/** A cache in this process's memory. */
export function memoryCache(): Cache {
  const makings = new Map<string, Making>();
  let askCount = 0;
  let makeCount = 0;

  function made(key: string, make: Make): Promise<string> {
    makeCount += 1;
    const making: Making = { waitingCount: 0, stop: new AbortController() };
    makings.set(key, making);
    return make(making.stop.signal).finally(() => makings.get(key) === making && makings.delete(key));
  }

  const cache = new LRUCache<string, string, Make>({
    maxSize: maximumLength,
    sizeCalculation: (answer, key) => answer.length + key.length,
    fetchMethod: (key, _stale, { context: make }) => made(key, make),
    // Whoever waits for an answer gets it, even where there is no room to keep it.
    ignoreFetchAbort: true,
  });

  const values = new LRUCache<string, object, () => Promise<object>>({
    max: maximumValues,
    fetchMethod: (_key, _stale, { context: make }) => make(),
    ignoreFetchAbort: true,
  });

  return {
    figures: () => ({ askCount, makeCount, bytes: cache.calculatedSize * bytesPerUnit }),
    async value<Value extends object>(key: string, ttlSeconds: number, make: () => Promise<Value>): Promise<Value> {
      return (await values.forceFetch(key, { ttl: ttlSeconds * 1000, context: make })) as Value;
    },
    async get(key, ttlSeconds, make, signal) {
      signal?.throwIfAborted();
      askCount += 1;
      const answer = cache.forceFetch(key, { ttl: ttlSeconds * 1000, context: make });
      const making = makings.get(key);
      if (making === undefined) return answer;
      making.waitingCount += 1;
      const leave = (): void => {
        making.waitingCount -= 1;
        if (making.waitingCount > 0 || makings.get(key) !== making) return;
        // Whoever asks from now on has it made anew.
        makings.delete(key);
        cache.delete(key);
        making.stop.abort(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      return answer.finally(() => signal?.removeEventListener('abort', leave));
    },
  };
}
