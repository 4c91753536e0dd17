import { feedFailures, type FeedFailure, type FeedFailureCode, type ImportDetails } from '#contract/texts/import-texts.ts';

/** An element that could be the repeated item of an XML feed. */
export interface TagCandidate {
  readonly name: string;
  /** How often it occurs in the beginning of the feed that was looked at. */
  readonly count: number;
  readonly sampleFields: readonly string[];
}

/** A detail that the feed or its host wrote is shown up to this length. */
const maxDetailChars = 200;

type CodeAndDetails<Failure extends FeedFailure> = Failure extends unknown
  ? keyof Failure['details'] extends never
    ? [code: Failure['code']]
    : [code: Failure['code'], details: Failure['details']]
  : never;

/**
 * The feed can't be used as it is. One bad item never raises one of these. `code` and `details` say what is wrong, for a
 * sentence in any language; `message` is the English one. None of them ever holds credentials of the feed's address.
 */
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

/** The owner has to say which element is an item. */
export class TagNameNeeded extends FeedError {
  override readonly name = 'TagNameNeeded';
  readonly candidates: readonly TagCandidate[];

  constructor(candidates: readonly TagCandidate[]) {
    super('needTagName');
    this.candidates = candidates;
  }
}

/** The host has too much to do, or is broken. */
export class HostBusy extends FeedError {
  override readonly name = 'HostBusy';
  /** How long it asked to be left alone; null when it didn't. */
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
