export interface Caching {
  readonly isCached: boolean;
  readonly ttlSeconds: number;
  /** Stale responses are served this long while they are refreshed. */
  readonly graceSeconds: number;
}

const minute = 60;
const oneMinute: Caching = { isCached: true, ttlSeconds: minute, graceSeconds: 5 * minute };
/** Slow to change and to compute. */
const fiveMinutes: Caching = { isCached: true, ttlSeconds: 5 * minute, graceSeconds: 60 * minute };

/** Cacheable endpoints with their defaults. A release, an import, a changed item or a purge outdates answers at once. */
export const usualCaching = {
  search: oneMinute,
  autocomplete: oneMinute,
  catalog: oneMinute,
  item: oneMinute,
  similar: fiveMinutes,
  trending: fiveMinutes,
} as const satisfies Readonly<Record<string, Caching>>;

export type CachedEndpoint = keyof typeof usualCaching;

export const isCachedEndpoint = (name: string): name is CachedEndpoint => Object.hasOwn(usualCaching, name);
