/** How long an endpoint of a shop is answered by what was made for a call before. */
export interface Caching {
  readonly isCached: boolean;
  readonly ttlSeconds: number;
  /** Then it is given for so long while it is made again. */
  readonly graceSeconds: number;
}

const minute = 60;
const forMinutes: Caching = { isCached: true, ttlSeconds: minute, graceSeconds: 5 * minute };
/** What changes slowly, and takes long to work out. */
const forAnHour: Caching = { isCached: true, ttlSeconds: 5 * minute, graceSeconds: 60 * minute };

/** The endpoints whose answers may be kept, with how long they are where a project doesn't say. */
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
