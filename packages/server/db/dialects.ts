import { type Dialect, PostgresDialect, sql } from 'kysely';
import { type PostgresPatience, postgresPatience } from './postgres/postgres-pool.ts';
import type { Database } from './schema.ts';
import { inMemory, sqliteDialect } from './sqlite/sqlite-dialect.ts';
import { databaseFile } from './sqlite/sqlite-file.ts';

/** All differences between SQLite and PostgreSQL; nothing outside this file asks which one it is. */
export interface DatabaseKind {
  readonly name: 'sqlite' | 'postgres';
  readonly dialect: Dialect;
  /** With another time limit than calls; null: the same. */
  readonly migrationDialect: Dialect | null;
  readonly types: ColumnTypes;
  /** Throws when the database is down. */
  isReadOnly(db: Database): Promise<boolean>;
  /** null: in memory, or a database server. */
  readonly file: DatabaseFile | null;
}

/** SQL of column types that differ between the databases, or that most tables have. */
export interface ColumnTypes {
  /** Primary key. */
  readonly id: string;
  readonly ofProject: string;
  /** Text that sorts by code point. */
  readonly sorted: string;
  /** After the columns of a table without an `id`: keeps its rows in the order of their key, where the database can. */
  readonly clustered: string;
}

const ofProject = 'project_id bigint not null references project (id) on delete cascade';

export interface DatabaseFile {
  /** Throws `DatabaseStartError` for a damaged file. A file that was closed cleanly isn't read. */
  check(): void;
  /** Lets the next start skip the check. */
  noteClosed(): void;
  /** Kept until `dropCopy`. */
  keepCopy(db: Database): Promise<void>;
  dropCopy(): void;
  /** Instructions for people, in whole sentences. */
  readonly restoring: string;
}

/** `file` may be `:memory:`. Commits are synced. */
export const sqlite = (file: string, isOnlyRead = false): DatabaseKind => ({
  name: 'sqlite',
  types: { id: 'id integer primary key autoincrement', ofProject, sorted: 'text', clustered: ' without rowid' },
  dialect: sqliteDialect(file, isOnlyRead),
  migrationDialect: null,
  isReadOnly: () => Promise.resolve(false),
  file: file === inMemory ? null : databaseFile(file),
});

/** `url` is a `postgres://` address. Broken connections are reported to `onBroken` and replaced. */
export const postgres = (
  url: string,
  onBroken: (error: Error) => void,
  patience: PostgresPatience = postgresPatience,
): DatabaseKind => {
  const dialectOf = (limits: PostgresPatience): Dialect =>
    new PostgresDialect({
      // Lazy: the driver would cost every start.
      pool: async () => (await import('./postgres/postgres-pool.ts')).postgresPool(url, limits, onBroken),
    });
  return {
    name: 'postgres',
    types: { id: 'id bigserial primary key', ofProject, sorted: 'text collate "C"', clustered: '' },
    dialect: dialectOf(patience),
    migrationDialect: dialectOf({ ...patience, statementMilliseconds: null }),
    async isReadOnly(db) {
      const { rows } = await sql<{ setting: string }>`select current_setting('transaction_read_only') as setting`.execute(db);
      return rows[0]?.setting === 'on';
    },
    file: null,
  };
};
