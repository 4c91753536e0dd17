import type { ItemProblem } from './feed-texts.ts';

export type RecordValue = string | number | boolean | readonly string[] | readonly number[];

export interface FeedRecord {
  /** From 1; variants of an item share it. */
  readonly position: number;
  /** Where the item begins or ends, from 1. */
  readonly line?: number;
  /** By the feed's own names: `price`, `shipping.price`, `@id`, `param.Colour`. */
  readonly fields: Readonly<Record<string, RecordValue>>;
  readonly problems?: readonly ItemProblem[];
}

/** In arrays: awaiting each record costs more than reading it. */
export type RecordBatches = AsyncIterable<readonly FeedRecord[]>;
