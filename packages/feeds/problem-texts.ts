/** Everything that can be wrong with one item, with its English text. A reason without a text doesn't compile. */
export const problemTexts = {
  malformedRecord: 'The item is not well-formed and was left out.',
  recordTooLarge: 'The item is larger than an item may be and was left out.',
  recordTooDeep: 'The item is nested deeper than an item may be and was left out.',
  notAnObject: 'This is a single value where an item with fields was expected.',
  tooFewColumns: 'The row has fewer cells than the header; the missing ones are empty.',
  tooManyColumns: 'The row has more cells than the header; the extra ones were left out.',
  repairedText: 'A character that is not allowed here was read as plain text.',
  valueTooLong: 'The value is longer than a value may be and was cut.',
  tooManyValues: 'The list has more values than a list may have; the rest was left out.',
  tooManyFields: 'The item has more fields than an item may have; the rest was left out.',
  missingId: 'The item has no id, so it was left out.',
  idTooLong: 'The id is longer than an id may be, so the item was left out.',
  duplicateItem: 'The same item is in the feed more than once; the first one stays.',
  otherFeedItem: 'The feed named beside the id has brought this item already, so it stays with that one.',
  missingName: 'The item has no name.',
  badPrice: 'The price is not a number.',
  negativePrice: 'The price is below zero and was left out.',
  badUrl: 'The address is not an http or https address and was left out.',
  badNumber: 'The value is not a number and was left out.',
  wrongType: 'The value does not fit the type of the field and was left out.',
} as const;

export type ProblemReason = keyof typeof problemTexts;

/** An error leaves the item out; a warning imports it without the value. */
export type ProblemSeverity = 'error' | 'warning';

export interface ItemProblem {
  /** The item's field, or the feed's field where there is none; null when the whole item is meant. */
  readonly field: string | null;
  /** What stood in the feed, shortened. */
  readonly value: string;
  readonly reason: ProblemReason;
  readonly severity: ProblemSeverity;
}
