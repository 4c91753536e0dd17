import type { CachedEndpoint } from '#contract/endpoint.ts';
import type { Caching } from '#features/developer/endpoints/endpoints.contract.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Author } from '#server/rules/rows/row-table.ts';
import type { Database } from '#server/db/schema.ts';

export interface SavedCaching extends Caching {
  readonly endpoint: string;
  readonly updated_at: number;
  /** Null for a person who is gone, and for a project's own server. */
  readonly updated_by: string | null;
}

/** How long answers are kept where it isn't as usual. */
export const cachingStore = (db: Database) => {
  const table = () => db.selectFrom('endpoint_caching');

  return {
    async saved({ id }: ProjectScope): Promise<SavedCaching[]> {
      const rows = await table()
        .leftJoin('user', 'user.id', 'endpoint_caching.updated_by')
        .select(['endpoint', 'is_cached', 'ttl_seconds', 'grace_seconds', 'endpoint_caching.updated_at'])
        .select(['user.name as person', 'user.surname'])
        .where('project_id', '=', id)
        .execute();
      return rows.map(({ endpoint, is_cached: isCached, person, surname, ...row }) => ({
        endpoint,
        is_cached: isCached === 1,
        cache_ttl: row.ttl_seconds,
        cache_grace_period: row.grace_seconds,
        updated_at: row.updated_at,
        updated_by: person === null ? null : `${person} ${surname ?? ''}`.trim(),
      }));
    },

    /** Returns false if another version than `began` is saved; undefined replaces any. */
    async save(
      { id }: ProjectScope,
      endpoint: CachedEndpoint,
      caching: Caching,
      { userId, at }: Author,
      began?: number | null,
    ): Promise<boolean> {
      const values = {
        is_cached: caching.is_cached ? (1 as const) : (0 as const),
        ttl_seconds: caching.cache_ttl,
        grace_seconds: caching.cache_grace_period,
        updated_at: Math.max(at, (began ?? 0) + 1),
        updated_by: userId,
      };
      const written = await db
        .insertInto('endpoint_caching')
        .values({ project_id: id, endpoint, ...values })
        .onConflict((conflict) => {
          const update = conflict.columns(['project_id', 'endpoint']).doUpdateSet(values);
          return began === undefined ? update : update.where('endpoint_caching.updated_at', began === null ? 'is' : '=', began);
        })
        .returning('id')
        .execute();
      return written.length > 0;
    },

    async forget({ id }: ProjectScope, endpoint: CachedEndpoint): Promise<void> {
      const rows = db.deleteFrom('endpoint_caching').where('project_id', '=', id).where('endpoint', '=', endpoint);
      await rows.returning('id').execute();
    },
  };
};
