import type { MessageKind } from '#contract/texts/message-texts.ts';
import type { Database } from '#server/db/schema.ts';

export const mailSettingStore = (db: Database) => ({
  async muted(userId: number): Promise<ReadonlySet<string>> {
    const rows = await db.selectFrom('muted_mail').select('kind').where('user_id', '=', userId).execute();
    return new Set(rows.map(({ kind }) => kind));
  },

  async set(userId: number, kind: MessageKind, isMailed: boolean): Promise<void> {
    if (isMailed) await db.deleteFrom('muted_mail').where('user_id', '=', userId).where('kind', '=', kind).execute();
    else
      await db
        .insertInto('muted_mail')
        .values({ user_id: userId, kind })
        .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doNothing())
        .execute();
  },
});
