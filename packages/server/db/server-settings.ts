import type { Database } from './schema.ts';
import { randomUUID } from 'node:crypto';

/** Stored: renaming one needs a migration. */
export const secondFactorDemand = 'second factor demanded of everybody';
export const signUpChoice = 'who may sign up';
/** Off: administrators only. */
export const projectsForAll = 'everybody adds projects';

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

  async isOn(name: string, undecided = false): Promise<boolean> {
    const value = await this.value(name);
    return value === null ? undecided : value === onValue;
  },

  async turn(name: string, isOn: boolean): Promise<void> {
    await this.decide(name, isOn ? onValue : 'off');
  },
});

export const mayAddProjects = async (db: Database, { isAdmin }: { readonly isAdmin: boolean }): Promise<boolean> =>
  isAdmin || (await serverSettings(db).isOn(projectsForAll, true));

export const onValue = 'on';

const name = 'installation';

/** A random id of the database, shared by its servers. */
export async function installationOf(db: Database): Promise<string> {
  const made = db.insertInto('server_setting').values({ name, value: randomUUID() });
  await made.onConflict((conflict) => conflict.column('name').doNothing()).execute();
  const kept = db.selectFrom('server_setting').select('value').where('name', '=', name);
  return (await kept.executeTakeFirstOrThrow()).value;
}
