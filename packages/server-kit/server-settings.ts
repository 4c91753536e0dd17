import type { Database } from '#server-kit/db/schema.ts';

/** Names are stored, so renaming one needs a migration. */
export const secondFactorDemand = 'second factor demanded of everybody';

/** What administrators decide about the server in the console, by name. */
export const serverSettings = (db: Database) => ({
  async isOn(name: string): Promise<boolean> {
    const row = await db.selectFrom('server_setting').select('value').where('name', '=', name).executeTakeFirst();
    return row?.value === onValue;
  },

  async turn(name: string, isOn: boolean): Promise<void> {
    const value = isOn ? onValue : 'off';
    await db
      .insertInto('server_setting')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  },
});

/** What is stored of a setting that is on. */
export const onValue = 'on';
