/** The database doesn't answer, or not in time. What was asked may or may not have been done; asking again later can help. */
export class DatabaseDownError extends Error {
  constructor(cause: unknown, message = 'The database does not answer.') {
    super(message, { cause });
  }
}

/** The database is read, and takes no changes: a standby, or one that was set so. Nothing was done. */
export class DatabaseReadOnlyError extends DatabaseDownError {
  constructor(cause: unknown) {
    super(cause, 'The database takes no changes.');
  }
}

/** A database that can't be used. The message says in whole sentences what is wrong and what to do. */
export class DatabaseStartError extends Error {}
