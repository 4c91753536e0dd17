import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';
import { migrations } from '#server-kit/db/migrations/migrations.ts';
import type { Database, Schema } from '#server-kit/db/schema.ts';

/** Opens the database and brings its tables up to date. A failed migration leaves it as it was and throws. */
export async function openDatabase(kind: DatabaseKind): Promise<Database> {
  const db = new Kysely<Schema>({ dialect: kind.dialect });
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations(kind)) } });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await db.destroy();
    throw new Error('The database could not be brought up to date.', { cause: error });
  }
  return db;
}
