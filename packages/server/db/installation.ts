import { randomUUID } from 'node:crypto';
import type { Database } from './schema.ts';

const name = 'installation';

/** The name of a database, made once, by which what it shares with nobody is known as its own. All servers of the database have the same. */
export async function installationOf(db: Database): Promise<string> {
  const made = db.insertInto('server_setting').values({ name, value: randomUUID() });
  await made.onConflict((conflict) => conflict.column('name').doNothing()).execute();
  const kept = db.selectFrom('server_setting').select('value').where('name', '=', name);
  return (await kept.executeTakeFirstOrThrow()).value;
}
