/** What a visitor did with an item. */
export interface ShopEvent {
  readonly type: 'impression' | 'click' | 'cart' | 'purchase';
  readonly item_id: string;
  /** Of the answer in which the visitor saw the item. */
  readonly query_id?: string;
  /** Where the item stood in that answer, from 1. */
  readonly position?: number;
  readonly quantity?: number;
  /** Of one piece, in `currency`. */
  readonly price?: number;
  /** Such as `EUR`. */
  readonly currency?: string;
  /** Your own name of the event; one that is sent again is taken once. */
  readonly id?: string;
  /** When it happened, in milliseconds since 1970; now, where it is left out. */
  readonly at?: number;
}

export interface EventsInput {
  /** At most 100, and at most 64 kB. */
  readonly events: readonly ShopEvent[];
  /** The collection of their items; left out: the first that has items. */
  readonly collection?: string | number;
}

export interface EventsAnswer {
  accepted_count: number;
  /** Of bots and people who are signed in to the console, and what one address sends much too often. */
  ignored_count: number;
  refused: { index: number; code: string; message: string }[];
}
