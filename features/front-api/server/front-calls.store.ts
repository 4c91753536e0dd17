import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

const noteMilliseconds = 60_000;

export const frontCallStore = (db: Database) => {
  const notedAt = new Map<number, number>();
  return {
    async note(project: ProjectScope): Promise<void> {
      const now = Date.now();
      if (now - (notedAt.get(project.id) ?? 0) < noteMilliseconds) return;
      notedAt.set(project.id, now);
      const noted = db.updateTable('project').set({ front_called_at: now }).where('id', '=', project.id).execute();
      // Best effort.
      await noted.catch(() => undefined);
    },
    /** Epoch milliseconds; null when no shop ever called. */
    async lastAt(project: ProjectScope): Promise<number | null> {
      const row = await db.selectFrom('project').select('front_called_at').where('id', '=', project.id).executeTakeFirst();
      return row?.front_called_at ?? null;
    },
  };
};
