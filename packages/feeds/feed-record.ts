import type { ItemProblem } from './problem-texts.ts';

/** A value as the feed has it. XML and CSV know text only. */
export type RecordValue = string | number | boolean | readonly string[] | readonly number[];

/** One item as it stands in the feed, before any mapping. */
export interface FeedRecord {
  /** Counts the feed's items from 1. Variants of one item share it. */
  readonly position: number;
  /** Line of the decoded feed where the item begins or ends, from 1. */
  readonly line?: number;
  /** Keyed by the feed's own names: `price`, `shipping.price`, `@id`, `param.Colour`. */
  readonly fields: Readonly<Record<string, RecordValue>>;
  readonly problems?: readonly ItemProblem[];
}

/** Arrays of records, because awaiting each record alone would cost more than reading it. */
export type RecordBatches = AsyncIterable<readonly FeedRecord[]>;
