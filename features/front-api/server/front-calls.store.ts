import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

export const frontCallStore = (db: Database) => ({
  async note({ id }: ProjectScope): Promise<void> {
    const noted = db.updateTable('project').set({ front_called_at: Date.now() }).where('id', '=', id).execute();
    // Best effort.
    await noted.catch(() => undefined);
  },
  /** Epoch milliseconds; null when no shop ever called. */
  async lastAt({ id }: ProjectScope): Promise<number | null> {
    const row = await db.selectFrom('project').select('front_called_at').where('id', '=', id).executeTakeFirst();
    return row?.front_called_at ?? null;
  },
});
