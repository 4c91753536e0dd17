import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { PostgresDialect, SqliteDialect, type ColumnDataType, type Dialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';

/** Where the two databases differ. Nothing outside this file asks which one it is. */
export interface DatabaseKind {
  readonly name: 'sqlite' | 'postgres';
  readonly dialect: Dialect;
  /** Type of the `id` column. */
  readonly idType: ColumnDataType;
  /** Text that compares and sorts by code point on both databases. */
  readonly sortedText: RawBuilder<unknown>;
}

const busyTimeoutMilliseconds = 5000;

/** `file` may be `:memory:`. Every commit is on disk when it returns. */
export const sqlite = (file: string): DatabaseKind => ({
  name: 'sqlite',
  idType: 'integer',
  sortedText: sql`text`,
  dialect: new SqliteDialect({
    database: () => {
      const database = new DatabaseSync(file, { timeout: busyTimeoutMilliseconds });
      database.exec(
        'pragma journal_mode=wal; pragma synchronous=full; pragma foreign_keys=on; pragma temp_store=memory; pragma secure_delete=fast',
      );
      const statements = new Map<string, StatementSync>();
      return Promise.resolve({
        close: () => database.close(),
        prepare: (text) => {
          // A full disk has made SQLite do so by itself, and a second time would hide why.
          if (text === 'rollback' && !database.isTransaction) return doneAlready;
          const statement = statements.get(text) ?? remember(statements, text, database.prepare(text));
          return {
            reader: statement.columns().length > 0,
            all: (parameters) => statement.all(...(parameters as never[])),
            run: (parameters) => statement.run(...(parameters as never[])),
            iterate: (parameters) => statement.iterate(...(parameters as never[])),
          };
        },
      });
    },
  }),
});

const doneAlready = {
  reader: true,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

const rememberedStatements = 500;

/** Preparing costs more than most queries; the statements used last are kept. */
function remember(statements: Map<string, StatementSync>, text: string, statement: StatementSync): StatementSync {
  statements.set(text, statement);
  if (statements.size > rememberedStatements) statements.delete(statements.keys().next().value as string);
  return statement;
}

const postgresConnections = 10;
const bigintOid = 20;

/** `url` is a `postgres://` address. Connections that break while nobody uses them are told to `onIdleError` and replaced. */
export const postgres = (url: string, onIdleError: (error: Error) => void): DatabaseKind => ({
  name: 'postgres',
  idType: 'bigserial',
  sortedText: sql`text collate "C"`,
  dialect: new PostgresDialect({
    pool: () => {
      const pool = new pg.Pool({ connectionString: url, max: postgresConnections, types: { getTypeParser } });
      pool.on('error', onIdleError);
      return Promise.resolve(pool);
    },
  }),
});

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === bigintOid ? safeInteger : (pg.types.getTypeParser(oid, format as 'text') as never);

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`The database holds ${text}, which is outside the safe integers.`);
  return value;
}
