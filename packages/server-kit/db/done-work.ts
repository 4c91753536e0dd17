import type { Database } from '#server-kit/db/schema.ts';

/**
 * Brings stored rows up to date where a migration can't, as it takes more than the database. Once it has ended, no later start does it
 * again. Two servers may do it at once.
 */
export async function doOnce(db: Database, name: string, work: () => Promise<void>): Promise<void> {
  if (await db.selectFrom('done_work').select('id').where('name', '=', name).executeTakeFirst()) return;
  await work();
  await db
    .insertInto('done_work')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}
