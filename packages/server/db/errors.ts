/** The database is away or timed out. The statement may have run; retrying can help. */
export class DatabaseDownError extends Error {
  constructor(cause: unknown, message = 'The database does not answer.') {
    super(message, { cause });
  }
}

/** A standby or read-only database. Nothing was done. */
export class DatabaseReadOnlyError extends DatabaseDownError {
  constructor(cause: unknown) {
    super(cause, 'The database takes no changes.');
  }
}

/** An unusable database; the message says what is wrong and what to do. */
export class DatabaseStartError extends Error {}
