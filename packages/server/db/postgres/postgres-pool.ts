import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseDownError, DatabaseReadOnlyError } from '#server/db/errors.ts';

export interface PostgresPatience {
  /** For connecting, and for waiting for a free connection. */
  readonly connectMilliseconds: number;
  /** null: no limit. */
  readonly statementMilliseconds: number | null;
}

/** Hanging connections are given up soon enough to use a database within 10 s of its return. */
export const postgresPatience: PostgresPatience = { connectMilliseconds: 3_000, statementMilliseconds: 8_000 };

/** PostgreSQL cancels slow statements itself; the connection is given up only if it doesn't. */
const graceMilliseconds = 1_000;
const mostConnections = 10;
const bigintOid = 20;

/** Broken or hanging connections are reported to `onBroken` and replaced; their statements fail with `DatabaseDownError`. */
export function postgresPool(url: string, patience: PostgresPatience, onBroken: (error: Error) => void): PostgresPool {
  const { connectMilliseconds, statementMilliseconds } = patience;
  const pool = new pg.Pool({
    connectionString: url,
    max: mostConnections,
    keepAlive: true,
    connectionTimeoutMillis: connectMilliseconds,
    ...(statementMilliseconds !== null && {
      statement_timeout: statementMilliseconds,
      query_timeout: statementMilliseconds + graceMilliseconds,
    }),
    types: { getTypeParser },
  });
  pool.on('error', onBroken);
  // An unhandled error event of a busy connection would end the process.
  pool.on('connect', (client) => client.on('error', onBroken));
  return {
    options: pool.options,
    async connect() {
      try {
        return watchedClient(await pool.connect());
      } catch (error) {
        throw new DatabaseDownError(error);
      }
    },
    end: () => pool.end(),
  };
}

function watchedClient(client: pg.PoolClient): PostgresPoolClient {
  let broken: Error | null = null;
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    // Statements queued behind a hanging one would hang, too.
    if (broken !== null) throw broken;
    try {
      return await client.query(text, values as unknown[]);
    } catch (error) {
      if (codeOf(error) === readOnlyCode) throw new DatabaseReadOnlyError(error);
      if (isAnswer(error)) throw error;
      const down = new DatabaseDownError(error);
      if (!isTimeout(error)) broken = down;
      throw down;
    }
  };
  return {
    query: query as PostgresPoolClient['query'],
    release: (isDiscarded?: boolean) => client.release(broken ?? isDiscarded),
  };
}

/** Shutdown, startup, I/O errors, too many connections, cancelled statements. */
const downCodes = /^(?:57P0[1-5]|08...|58...|53300)$/;
const timeoutCode = '57014';
const readOnlyCode = '25006';

const codeOf = (error: unknown): string => (error instanceof pg.DatabaseError ? (error.code ?? '') : '');
const isTimeout = (error: unknown): boolean => codeOf(error) === timeoutCode;
const isAnswer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !downCodes.test(codeOf(error)) && !isTimeout(error);

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === bigintOid ? safeInteger : (pg.types.getTypeParser(oid, format as 'text') as never);

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`The database holds ${text}, which is outside the safe integers.`);
  return value;
}
