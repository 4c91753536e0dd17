/** A database that can't be used. The message says in whole sentences what is wrong and what to do. */
export class DatabaseStartError extends Error {}
