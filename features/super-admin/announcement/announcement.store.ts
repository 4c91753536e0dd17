import type { Database } from '#server/db/schema.ts';
import { type Announcement, textNames, type WrittenAnnouncement } from './announcement.contract.ts';

type Written = Omit<WrittenAnnouncement, 'id' | 'written_by' | 'created_at'>;

export const announcementStore = (db: Database, now: () => number = Date.now) => {
  const current = () => db.selectFrom('announcement').where('announcement.until', '>', now());

  return {
    async readFor(userId: number): Promise<Announcement | null> {
      const dismissed = db.selectFrom('announcement_dismissal').select('announcement_id').where('user_id', '=', userId);
      const one = current()
        .select(['id', ...textNames, 'created_at'])
        .where('id', 'not in', dismissed);
      return (await one.executeTakeFirst()) ?? null;
    },

    async read(): Promise<WrittenAnnouncement | null> {
      const row = await current()
        .innerJoin('user', 'user.id', 'announcement.created_by')
        .select(['announcement.id', ...textNames, 'until', 'announcement.created_at', 'user.name', 'user.surname'])
        .executeTakeFirst();
      if (!row) return null;
      const { name, surname, ...written } = row;
      return { ...written, written_by: `${name} ${surname}` };
    },

    async dismiss(id: number, userId: number): Promise<boolean> {
      if (!(await current().select('id').where('id', '=', id).executeTakeFirst())) return false;
      await db
        .insertInto('announcement_dismissal')
        .values({ announcement_id: id, user_id: userId })
        .onConflict((conflict) => conflict.columns(['announcement_id', 'user_id']).doNothing())
        .execute();
      return true;
    },

    /** Give a transaction. `over` is the moment of the replaced one, null for none, undefined for any. False: another took its place. */
    async write(written: Written, writer: number, over?: number | null): Promise<boolean> {
      const before = await db.deleteFrom('announcement').returning(['created_at', 'until']).executeTakeFirst();
      const current = before && (before.until > now() || before.created_at === over) ? before.created_at : null;
      if (over !== undefined && over !== current) return false;
      const values = { ...written, created_by: writer, created_at: now() };
      const added = db
        .insertInto('announcement')
        .values({ ...values, is_current: 1 })
        .onConflict((conflict) =>
          over === undefined ? conflict.column('is_current').doUpdateSet(values) : conflict.doNothing(),
        );
      return (await added.returning('id').execute()).length > 0;
    },

    async takeBack(id: number): Promise<boolean> {
      return (await db.deleteFrom('announcement').where('id', '=', id).returning('id').execute()).length > 0;
    },
  };
};
