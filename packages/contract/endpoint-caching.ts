export interface Caching {
  readonly isCached: boolean;
  readonly ttlSeconds: number;
  /** Stale responses are served this long while they are refreshed. */
  readonly graceSeconds: number;
}

const minute = 60;
const forMinutes: Caching = { isCached: true, ttlSeconds: minute, graceSeconds: 5 * minute };
/** Slow to change and to compute. */
const forAnHour: Caching = { isCached: true, ttlSeconds: 5 * minute, graceSeconds: 60 * minute };

/** Cacheable endpoints with their defaults. */
export const usualCaching = {
  search: forMinutes,
  autocomplete: forMinutes,
  catalog: forMinutes,
  item: forMinutes,
  similar: forAnHour,
  trending: forAnHour,
} as const satisfies Readonly<Record<string, Caching>>;

export type CachedEndpoint = keyof typeof usualCaching;

export const isCachedEndpoint = (name: string): name is CachedEndpoint => Object.hasOwn(usualCaching, name);
