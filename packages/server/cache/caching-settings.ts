import { type CachedEndpoint, type Caching, isCachedEndpoint, usualCaching } from '#contract/endpoint-caching.ts';
import type { Database } from '#server/db/schema.ts';
import { lastKnown } from '#server/last-known.ts';

/** What another server has saved counts here after so long at the latest. */
const freshMilliseconds = 5_000;
const rememberedProjects = 10_000;

export type ProjectCaching = Readonly<Record<CachedEndpoint, Caching>>;

/** How long answers to each project's shop are kept, as it is saved, or usual. */
export function cachingSettings(db: Database) {
  const ofProjects = lastKnown({
    freshMilliseconds,
    maximum: rememberedProjects,
    read: async (projectId): Promise<ProjectCaching> => {
      const rows = await db.selectFrom('endpoint_caching').selectAll().where('project_id', '=', Number(projectId)).execute();
      const own = rows.flatMap(({ endpoint, is_cached: isCached, ttl_seconds: ttlSeconds, grace_seconds: graceSeconds }) =>
        isCachedEndpoint(endpoint) ? [[endpoint, { isCached: isCached === 1, ttlSeconds, graceSeconds }] as const] : [],
      );
      return { ...usualCaching, ...Object.fromEntries(own) };
    },
  });
  return {
    of: (projectId: number): Promise<ProjectCaching> => ofProjects.get(String(projectId)),
    /** As they were read last; undefined where nobody has asked for them. */
    lastOf: (projectId: number): ProjectCaching | undefined => ofProjects.peek(String(projectId)),
    outdate: (projectId: number): void => ofProjects.outdate(String(projectId)),
  };
}
export type CachingSettings = ReturnType<typeof cachingSettings>;
