import type { Database } from '#server/db/schema.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { DataQuality } from '#features/dashboard/data-quality/data-quality.contract.ts';

type KeptCounts = Readonly<Record<'added' | 'changed' | 'removed', number>>;

/** Since epoch milliseconds. */
export async function newsSince(db: Database, { id }: ProjectScope, since: number): Promise<DataQuality['news']> {
  const imports = await db
    .selectFrom('import')
    .where('project_id', '=', id)
    .where('state', '=', 'done')
    .where('finished_at', '>=', since)
    .select(['id', 'counts'])
    .execute();
  const { count } = await db
    .selectFrom('release')
    .where('project_id', '=', id)
    .where('created_at', '>=', since)
    .where('user_id', 'is not', null)
    // The first release changes nothing.
    .where('number', '>', 1)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const counts = imports.map((row) => jsonOf<KeptCounts | null>(row.counts, null, 'import.counts', row.id));
  const sum = (name: keyof KeptCounts) => counts.reduce((total, one) => total + (one?.[name] ?? 0), 0);
  return {
    import_count: imports.length,
    added: sum('added'),
    changed: sum('changed'),
    removed: sum('removed'),
    release_count: Number(count),
  };
}
