export interface PostgresPatience {
  /** To accept a connection, or for one to become free. */
  readonly connectMilliseconds: number;
  /** To answer a statement; null for those that may take as long as they need. */
  readonly statementMilliseconds: number | null;
}

/** A database that is back is used again within 10 s: connections that hang are given up in less. */
export const postgresPatience: PostgresPatience = { connectMilliseconds: 3_000, statementMilliseconds: 8_000 };
