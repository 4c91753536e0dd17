import { type Dialect, PostgresDialect, sql } from 'kysely';
import { type PostgresPatience, postgresPatience } from './postgres/postgres-pool.ts';
import type { Database } from './schema.ts';
import { inMemory, sqliteDialect } from './sqlite/sqlite-dialect.ts';
import { databaseFile } from './sqlite/sqlite-file.ts';

/** Where the two databases differ. Nothing outside this file asks which one it is. */
export interface DatabaseKind {
  readonly name: 'sqlite' | 'postgres';
  readonly dialect: Dialect;
  /** Where migrations have another time limit than calls; null where they have the same. */
  readonly migrationDialect: Dialect | null;
  readonly types: ColumnTypes;
  /** Whether it takes no changes now. Throws where it doesn't answer. */
  isReadOnly(db: Database): Promise<boolean>;
  /** The file that is the database; null where a server keeps it, or memory does. */
  readonly file: DatabaseFile | null;
}

/** SQL for columns that the two databases declare differently, or that most tables have. */
export interface ColumnTypes {
  /** The whole column, which numbers rows. */
  readonly id: string;
  /** The whole column. */
  readonly ofProject: string;
  /** The type of text that compares and sorts by code point. */
  readonly sorted: string;
  /** After the columns of a table without an `id`: keeps its rows in the order of their key, where the database can. */
  readonly clustered: string;
}

const ofProject = 'project_id bigint not null references project (id) on delete cascade';

/** What keeps the file of a database safe when it is opened. */
export interface DatabaseFile {
  /**
   * Throws `DatabaseStartError` when the file is damaged or can't be used safely. One that is as it was when it was closed in good order
   * isn't read.
   */
  check(): void;
  /** Notes that it was closed in good order, so that a start has no reason to read all of it. */
  noteClosed(): void;
  /** Keeps the database as it is now, until `dropCopy`. */
  keepCopy(db: Database): Promise<void>;
  dropCopy(): void;
  /** How the copy is put back, in whole sentences. */
  readonly restoring: string;
}

/** `file` may be `:memory:`. Every commit is on disk when it returns. */
export const sqlite = (file: string): DatabaseKind => ({
  name: 'sqlite',
  types: { id: 'id integer primary key autoincrement', ofProject, sorted: 'text', clustered: ' without rowid' },
  dialect: sqliteDialect(file),
  migrationDialect: null,
  isReadOnly: () => Promise.resolve(false),
  file: file === inMemory ? null : databaseFile(file),
});

/** `url` is a `postgres://` address. Connections that break are told to `onBroken` and replaced. */
export const postgres = (
  url: string,
  onBroken: (error: Error) => void,
  patience: PostgresPatience = postgresPatience,
): DatabaseKind => {
  const dialectOf = (limits: PostgresPatience): Dialect =>
    new PostgresDialect({
      // Loaded only where it is used: the driver is a part of each start otherwise.
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
