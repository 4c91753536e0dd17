import type { DatabaseConnection, Dialect, Driver } from 'kysely';
import type { DatabaseKind } from '#server/db/dialects.ts';

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
