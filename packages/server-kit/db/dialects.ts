import { PostgresDialect, type ColumnDataType, type Dialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { sqliteDialect } from './sqlite-dialect.ts';

/** Where the two databases differ. Nothing outside this file asks which one it is. */
export interface DatabaseKind {
  readonly name: 'sqlite' | 'postgres';
  readonly dialect: Dialect;
  /** Type of the `id` column. */
  readonly idType: ColumnDataType;
  /** Text that compares and sorts by code point on both databases. */
  readonly sortedText: RawBuilder<unknown>;
}

/** `file` may be `:memory:`. Every commit is on disk when it returns. */
export const sqlite = (file: string): DatabaseKind => ({
  name: 'sqlite',
  idType: 'integer',
  sortedText: sql`text`,
  dialect: sqliteDialect(file),
});

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
