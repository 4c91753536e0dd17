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
/** A name that a shop's server gives to a request, so that sending it again changes nothing more. */
export const idempotencyHeader = 'idempotency-key';
