import { type Migration, Migrator } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';
import { GuardedDatabase } from '#server-kit/db/guarded-database.ts';
import { migrations } from '#server-kit/db/migrations/migrations.ts';
import type { Database } from '#server-kit/db/schema.ts';
import { DatabaseStartError } from '#server-kit/db/start-error.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

/**
 * Opens the database and brings its tables up to date, all in one transaction: whatever cuts it off leaves the database as it was.
 * Throws `DatabaseStartError` when that fails, or when the database is damaged.
 */
export async function openDatabase(kind: DatabaseKind): Promise<Database> {
  kind.file?.check();
  const migrating = new GuardedDatabase({ dialect: kind.migrationDialect ?? kind.dialect });
  try {
    await migrate(migrating, kind);
  } catch (error) {
    await migrating.destroy();
    throw error;
  }
  if (kind.migrationDialect === null) return migrating;
  await migrating.destroy();
  return new GuardedDatabase(kind);
}

/** Makes the tables of an empty database as they were once that migration was done. Throws `DatabaseStartError` when that fails. */
export async function migrateTo(kind: DatabaseKind, migration: string): Promise<void> {
  const db = new GuardedDatabase({ dialect: kind.migrationDialect ?? kind.dialect });
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(steps(kind)) } });
  const { error } = await migrator.migrateTo(migration);
  await db.destroy();
  if (error) throw new DatabaseStartError('The tables could not be made; the database has to be an empty one.', { cause: error });
}

/** Whether this Aisle can read a database on which that migration was the last one. */
export const isKnownMigration = (kind: DatabaseKind, migration: string): boolean => Object.hasOwn(migrations(kind), migration);

async function migrate(db: Database, kind: DatabaseKind): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(steps(kind)) } });
  const known = await migrator.getMigrations();
  const isNew = known.every(({ executedAt }) => executedAt === undefined);
  const isCurrent = known.every(({ executedAt }) => executedAt !== undefined);
  if (!isNew && !isCurrent) {
    await kind.file?.keepCopy(db);
    crashPoint('migration:copied');
  }
  const { error } = await migrator.migrateToLatest();
  if (error) {
    const restoring = isNew ? '' : ` ${kind.file?.restoring ?? ''}`;
    const said = error instanceof Error ? error.message : 'no reason was given';
    throw new DatabaseStartError(
      `The database could not be brought up to date, and was left as it was: ${said}.${restoring}`.trim(),
      { cause: error },
    );
  }
  crashPoint('migration:done');
  kind.file?.dropCopy();
}

const steps = (kind: DatabaseKind): Record<string, Migration> =>
  Object.fromEntries(Object.entries(migrations(kind)).map(([name, migration]) => [name, stepOf(migration)]));

const stepOf = ({ up }: Migration): Migration => ({
  async up(db) {
    await up(db);
    crashPoint('migration:stepDone');
  },
});
