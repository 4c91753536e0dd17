import { sql } from 'kysely';
import { isOpenAddress, sealedAddress } from './sealed-address.service.ts';
import type { Database } from '#server-kit/db/schema.ts';
import type { Sealing } from '#server-kit/sealing.ts';

/** Seals the passwords of addresses that were stored before passwords were sealed. Two servers may do it at once. */
export async function sealStoredAddresses(db: Database, sealing: Sealing): Promise<void> {
  const feeds = await db
    .selectFrom('feed')
    .select(['id', 'feed_url'])
    .where(sql<boolean>`feed_url like '%@%'`)
    .execute();
  for (const { id, feed_url: open } of feeds.filter((row) => isOpenAddress(row.feed_url))) {
    const sealed = db.updateTable('feed').set({ feed_url: sealedAddress(sealing, open) });
    await sealed.where('id', '=', id).where('feed_url', '=', open).execute();
  }
  const schedules = await db
    .selectFrom('feed_schedule')
    .select(['id', 'availability_url'])
    .where(sql<boolean>`availability_url like '%@%'`)
    .execute();
  for (const { id, availability_url: open } of schedules.filter((row) => isOpenAddress(row.availability_url))) {
    const sealed = db.updateTable('feed_schedule').set({ availability_url: sealedAddress(sealing, open) });
    await sealed.where('id', '=', id).where('availability_url', '=', open).execute();
  }
}
