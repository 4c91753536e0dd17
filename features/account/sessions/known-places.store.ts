import type { Database } from '#server/db/schema.ts';
import { hashSecret } from '#server/secrets/secrets.ts';

/** Somebody who comes back later is a stranger at that place. */
const keptMilliseconds = 90 * 24 * 60 * 60 * 1000;
const mostPlaces = 50;

/** An address, and a browser by the secret in its cookie. */
export interface Place {
  readonly address: string;
  readonly device: string | null;
}

const addressHash = (address: string): string => hashSecret(`address ${address}`);
const deviceHash = (device: string): string => hashSecret(`device ${device}`);

/** Stores hashes only. */
export const knownPlaceStore = (db: Database, now: () => number = Date.now) => ({
  /** Takes as long for user 0, an unknown address. */
  async known(userId: number, { address, device }: Place): Promise<{ isAddress: boolean; isDevice: boolean }> {
    const hashes = [addressHash(address), ...(device === null ? [] : [deviceHash(device)])];
    const rows = await db
      .selectFrom('sign_in_place')
      .select('place_hash')
      .where('user_id', '=', userId)
      .where('place_hash', 'in', hashes)
      .where('last_used_at', '>', now() - keptMilliseconds)
      .execute();
    const found = new Set(rows.map(({ place_hash }) => place_hash));
    return { isAddress: found.has(hashes[0]!), isDevice: found.has(hashes[1] ?? '') };
  },

  async remember(userId: number, { address, device }: { address: string; device: string }): Promise<void> {
    const last_used_at = now();
    const places = [addressHash(address), deviceHash(device)];
    await db
      .insertInto('sign_in_place')
      .values(places.map((place_hash) => ({ user_id: userId, place_hash, last_used_at })))
      .onConflict((conflict) => conflict.columns(['user_id', 'place_hash']).doUpdateSet({ last_used_at }))
      .execute();
    const newest = db.selectFrom('sign_in_place').select('id').where('user_id', '=', userId);
    await db
      .deleteFrom('sign_in_place')
      .where('user_id', '=', userId)
      .where('id', 'not in', newest.orderBy('last_used_at', 'desc').orderBy('id', 'desc').limit(mostPlaces))
      .execute();
  },

  async forgetOld(): Promise<void> {
    await db
      .deleteFrom('sign_in_place')
      .where('last_used_at', '<', now() - keptMilliseconds)
      .execute();
  },
});
