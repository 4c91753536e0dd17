import type { Problem } from '#contract/errors.ts';

/** 0 is success, 1 is failure, 2 is success with the notice that the endpoint declares. */
export type ResultCode = 0 | 1 | 2;

/** What every call answers. Endpoints may declare members beside `data`. */
export interface Envelope<Data = unknown> {
  readonly err: ResultCode;
  readonly msg: string;
  readonly data: Data | null;
  readonly errors: readonly Problem[];
}

/** Carries the session token. `Authorization: Bearer` does too. */
export const sessionHeader = 'x-session-token';
/** Carries the public token of the selected project. It selects, it never grants. */
export const projectHeader = 'x-client-id';
/** `off` with every answer to a signed-in person while the disk of the server is full, so that forms can say so before somebody types. */
export const savingHeader = 'x-saving';
/** A name that a shop's server gives to a request, so that sending it again changes nothing more. */
export const idempotencyHeader = 'idempotency-key';
