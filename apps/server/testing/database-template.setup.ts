import { postgres } from '#server-kit/db/dialects.ts';
import { openDatabase } from '#server-kit/db/open-database.ts';
import { createEmptyDatabase, templateVariable } from '#server/testing/test-database.ts';

/** Runs once before a run of server tests: makes the migrated database that each of them gets a copy of. Nothing on SQLite. */
export async function setup(): Promise<() => Promise<void>> {
  const { url, drop } = await createEmptyDatabase();
  if (url === null) return drop;
  const db = await openDatabase(postgres(url, () => undefined));
  // A database that somebody is connected to can't be copied.
  await db.destroy();
  process.env[templateVariable] = new URL(url).pathname.slice(1);
  return drop;
}
