import type { Database } from '#server/db/schema.ts';

/** Rules that the person made keep their name. */
export async function giveUpAccount(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('member').where('user_id', '=', userId).execute();
  const given = { is_blocked: 1, deactivated_at: Date.now() } as const;
  await db.updateTable('user').set(given).where('id', '=', userId).execute();
}
