import type { Database } from './db/schema.ts';

/** Names are stored, so renaming one needs a migration. */
export const secondFactorDemand = 'second factor demanded of everybody';
export const signUpChoice = 'who may sign up';

export const serverSettings = (db: Database) => ({
  /** null until somebody has decided. */
  async value(name: string): Promise<string | null> {
    const row = await db.selectFrom('server_setting').select('value').where('name', '=', name).executeTakeFirst();
    return row?.value ?? null;
  },

  async decide(name: string, value: string): Promise<void> {
    await db
      .insertInto('server_setting')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  },

  async isOn(name: string): Promise<boolean> {
    return (await this.value(name)) === onValue;
  },

  async turn(name: string, isOn: boolean): Promise<void> {
    await this.decide(name, isOn ? onValue : 'off');
  },
});

export const onValue = 'on';
