import { sql } from 'kysely';
import { isOpenAddress, withOpenSealed } from './sealed-address.service.ts';
import type { Database } from '#server-kit/db/schema.ts';
import type { Sealing } from '#server-kit/sealing.ts';

/** No address without one of these holds a secret. */
const secretSigns = ['@', '?', '#', ';', '&'];

/** Seals the secrets of addresses that were stored before such secrets were sealed. Two servers may do it at once. */
export async function sealStoredAddresses(db: Database, sealing: Sealing): Promise<void> {
  const mayHoldSecret = (column: string) =>
    sql<boolean>`(${sql.join(
      secretSigns.map((sign) => sql`${sql.ref(column)} like ${`%${sign}%`}`),
      sql` or `,
    )})`;
  const feeds = await db.selectFrom('feed').select(['id', 'feed_url']).where(mayHoldSecret('feed_url')).execute();
  for (const { id, feed_url: open } of feeds.filter((row) => isOpenAddress(row.feed_url))) {
    const sealed = db.updateTable('feed').set({ feed_url: withOpenSealed(sealing, open) });
    await sealed.where('id', '=', id).where('feed_url', '=', open).execute();
  }
  const schedules = await db
    .selectFrom('feed_schedule')
    .select(['id', 'availability_url'])
    .where(mayHoldSecret('availability_url'))
    .execute();
  for (const { id, availability_url: open } of schedules.filter((row) => isOpenAddress(row.availability_url))) {
    const sealed = db.updateTable('feed_schedule').set({ availability_url: withOpenSealed(sealing, open) });
    await sealed.where('id', '=', id).where('availability_url', '=', open).execute();
  }
}
