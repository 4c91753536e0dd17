import type { Problem } from '#contract/errors.ts';

/** 0 is success, 1 is failure, 2 is success with the notice that the endpoint declares. */
export type ResultCode = 0 | 1 | 2;

/** A parameter that a shop's call doesn't read. */
export interface CallWarning {
  readonly parameter: string;
  readonly message: string;
}

export interface Envelope<Data = unknown> {
  readonly err: ResultCode;
  readonly msg: string;
  readonly data: Data | null;
  readonly errors: readonly Problem[];
  /** Absent without any. */
  readonly warnings?: readonly CallWarning[];
}

/** Carries the session token. `Authorization: Bearer` does too. */
export const sessionHeader = 'x-session-token';
/** Client ID of the selected project. Selects, never grants. */
export const projectHeader = 'x-client-id';
/** `off` while the server's disk is full, so that forms can say so early. */
export const savingHeader = 'x-saving';
export const idempotencyHeader = 'idempotency-key';

export const batchPath = '/api/batch';
/** A batch has so many calls, each with so long an address and body. */
export const batchLimits = { calls: 40, urlCharacters: 2_000, bodyCharacters: 10_000 } as const;
