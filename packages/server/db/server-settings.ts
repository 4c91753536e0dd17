import type { Database } from './schema.ts';
import { randomUUID } from 'node:crypto';

/** Stored: renaming one needs a migration. */
export const secondFactorDemand = 'second factor demanded of everybody';
export const signUpChoice = 'who may sign up';

export const serverSettings = (db: Database) => ({
  /** null: undecided. */
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

const name = 'installation';

/** A random id of the database, shared by its servers. */
export async function installationOf(db: Database): Promise<string> {
  const made = db.insertInto('server_setting').values({ name, value: randomUUID() });
  await made.onConflict((conflict) => conflict.column('name').doNothing()).execute();
  const kept = db.selectFrom('server_setting').select('value').where('name', '=', name);
  return (await kept.executeTakeFirstOrThrow()).value;
}
