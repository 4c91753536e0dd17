/** The database doesn't answer, or not in time. What was asked may or may not have been done; asking again later can help. */
export class DatabaseDownError extends Error {
  constructor(cause: unknown) {
    super('The database does not answer.', { cause });
  }
}
