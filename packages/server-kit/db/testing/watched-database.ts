import { type DatabaseConnection, type Dialect, type Driver, Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';
import { migrations } from '#server-kit/db/migrations/migrations.ts';

/** The same database, with a look at each statement before it runs. What `before` throws is thrown in its place. */
export function watched(kind: DatabaseKind, before: (statement: string) => void): DatabaseKind {
  const watchedDialect = (dialect: Dialect): Dialect => ({
    createDriver: () => watchedDriver(dialect.createDriver(), before),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  });
  return {
    ...kind,
    dialect: watchedDialect(kind.dialect),
    migrationDialect: kind.migrationDialect && watchedDialect(kind.migrationDialect),
  };
}

function watchedDriver(driver: Driver, before: (statement: string) => void): Driver {
  const seen = new WeakSet<DatabaseConnection>();
  const acquire = driver.acquireConnection.bind(driver);
  driver.acquireConnection = async (options) => {
    const connection = await acquire(options);
    if (seen.has(connection)) return connection;
    seen.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async (query, executeOptions) => {
      before(query.sql);
      return execute(query, executeOptions);
    };
    return connection;
  };
  return driver;
}

export const versionCount = (kind: DatabaseKind): number => Object.keys(migrations(kind)).length;

const newestVersions = 3;

/**
 * Versions that an update is tried from, by the number of migrations that they have had. Released migrations never change, so by day the
 * newest ones are enough, beside an empty database; at night it is all of them.
 */
export function triedVersions(kind: DatabaseKind): number[] {
  const count = versionCount(kind);
  const all = Array.from({ length: count + 1 }, (_none, version) => version);
  return process.env.AISLE_TEST_EVERYTHING === undefined
    ? all.filter((version) => version === 0 || version >= count - newestVersions)
    : all;
}

/** Brings a database to the schema that the first `count` migrations made. */
export async function migrateTo(kind: DatabaseKind, count: number): Promise<void> {
  const db = new Kysely<unknown>({ dialect: kind.dialect });
  const released = Object.fromEntries(Object.entries(migrations(kind)).slice(0, count));
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(released) },
  }).migrateToLatest();
  await db.destroy();
  if (error) throw new Error('The earlier schema could not be made.', { cause: error });
}

/** What a statement that ends a migration begins with. */
export const endsMigration = (statement: string): boolean => statement.startsWith('insert into "kysely_migration"');
