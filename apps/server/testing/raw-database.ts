import { postgres, sqlite } from '#server-kit/db/dialects.ts';
import { openDatabase } from '#server-kit/db/open-database.ts';
import type { Database } from '#server-kit/db/schema.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';

/** An empty, migrated database for tests below the server. */
export async function openTestDatabase(): Promise<{ db: Database; close(): Promise<void> }> {
  const { url, drop } = await createTestDatabase();
  const db = await openDatabase(url ? postgres(url, () => undefined) : sqlite(':memory:'));
  return {
    db,
    async close() {
      await db.destroy();
      await drop();
    },
  };
}

/** Every row of every table but those that are left out, as text. */
export async function dumpOf(db: Database, leftOut: readonly string[] = []): Promise<string> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => !leftOut.includes(name));
  const dumps = tables.map(({ name }) =>
    db
      .selectFrom(name as 'feed')
      .selectAll()
      .execute(),
  );
  return JSON.stringify(await Promise.all(dumps));
}
