import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseDownError, DatabaseReadOnlyError } from '#server/db/errors.ts';

export interface PostgresPatience {
  /** To accept a connection, or for one to become free. */
  readonly connectMilliseconds: number;
  /** To answer a statement; null for those that may take as long as they need. */
  readonly statementMilliseconds: number | null;
}

/** A database that is back is used again within 10 s: connections that hang are given up in less. */
export const postgresPatience: PostgresPatience = { connectMilliseconds: 3_000, statementMilliseconds: 8_000 };

/** PostgreSQL ends a statement that takes too long by itself; only when it doesn't answer at all, its connection is given up. */
const graceMilliseconds = 1_000;
const mostConnections = 10;
const bigintOid = 20;

/**
 * Connections that survive nothing: whatever breaks or hangs is told to `onBroken`, closed and replaced, and what was asked through it
 * fails with `DatabaseDownError`.
 */
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
  // The pool listens to idle connections only, and an error that nobody listens to ends the process.
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
    // What waits behind a statement that hangs would hang, too.
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

/** What PostgreSQL says when it goes down, comes up, has no room for another connection or a disk that fails, and when a statement took too long. */
const downCodes = /^(?:57P0[1-5]|08...|58...|53300)$/;
const timeoutCode = '57014';
const readOnlyCode = '25006';

const codeOf = (error: unknown): string => (error instanceof pg.DatabaseError ? (error.code ?? '') : '');
const isTimeout = (error: unknown): boolean => codeOf(error) === timeoutCode;
/** Whether PostgreSQL has looked at the statement and refused it. */
const isAnswer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !downCodes.test(codeOf(error)) && !isTimeout(error);

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === bigintOid ? safeInteger : (pg.types.getTypeParser(oid, format as 'text') as never);

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`The database holds ${text}, which is outside the safe integers.`);
  return value;
}
