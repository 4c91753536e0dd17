import { feedFailures, type FeedFailure, type FeedFailureCode, type ImportDetails } from './feed-texts.ts';

export interface TagCandidate {
  readonly name: string;
  readonly count: number;
  readonly sampleFields: readonly string[];
}

const maxDetailChars = 200;

type CodeAndDetails<Failure extends FeedFailure> = Failure extends unknown
  ? keyof Failure['details'] extends never
    ? [code: Failure['code']]
    : [code: Failure['code'], details: Failure['details']]
  : never;

/** The feed as a whole can't be used. Never contains credentials of its address. */
export class FeedError extends Error {
  override readonly name: string = 'FeedError';
  readonly code: FeedFailureCode;
  readonly details: ImportDetails;

  constructor(...[code, given]: CodeAndDetails<FeedFailure>) {
    const details = shortened(given ?? {});
    super(feedFailures[code].replaceAll(/\{(\w+)\}/g, (_placeholder, name: string) => String(details[name])));
    this.code = code;
    this.details = details;
  }
}

export class TagNameNeeded extends FeedError {
  override readonly name = 'TagNameNeeded';
  readonly candidates: readonly TagCandidate[];

  constructor(candidates: readonly TagCandidate[]) {
    super('needTagName');
    this.candidates = candidates;
  }
}

export class HostBusy extends FeedError {
  override readonly name = 'HostBusy';
  readonly retryAfterSeconds: number | null;

  constructor(details: { readonly status: number; readonly host: string }, retryAfterSeconds: number | null) {
    super('hostBusy', details);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const shortened = (details: ImportDetails): ImportDetails =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, maxDetailChars) : value]),
  );
