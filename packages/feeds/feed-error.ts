/** Why a feed as a whole can't be fetched or read. One bad item never raises one of these. */
export type FeedErrorCode =
  | 'badUrl'
  | 'privateAddress'
  | 'unknownHost'
  | 'connectionFailed'
  | 'tooManyRedirects'
  | 'httpStatus'
  | 'timeout'
  | 'aborted'
  | 'tooLarge'
  | 'bomb'
  | 'badCompression'
  | 'truncated'
  | 'unknownEncoding'
  | 'emptyFeed'
  | 'notAFeed'
  | 'doctype'
  | 'malformed'
  | 'tooDeep'
  | 'tooManyColumns'
  | 'recordTooLarge'
  | 'needTagName'
  | 'noItems';

export type FeedErrorDetails = Readonly<Record<string, unknown>>;

/** An element that could be the repeated item of an XML feed. */
export interface TagCandidate {
  readonly name: string;
  /** How often it occurs in the beginning of the feed that was looked at. */
  readonly count: number;
  readonly sampleFields: readonly string[];
}

/**
 * The feed can't be used as it is. `message` is one English sentence or two that say what is wrong and what to do;
 * `details` carries the same facts for a translated text. Neither ever holds credentials of the feed's address.
 */
export class FeedError extends Error {
  override readonly name = 'FeedError';
  readonly code: FeedErrorCode;
  readonly details: FeedErrorDetails;

  constructor(code: FeedErrorCode, message: string, details: FeedErrorDetails = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = details;
  }
}
