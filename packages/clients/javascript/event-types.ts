export interface ShopEvent {
  readonly type: 'impression' | 'click' | 'cart' | 'purchase';
  readonly item_id: string;
  /** `query_id` of the response that showed the item. */
  readonly query_id?: string;
  /** Position in that response, from 1. */
  readonly position?: number;
  readonly quantity?: number;
  /** Per piece, in `currency`. */
  readonly price?: number;
  /** Such as `EUR`. */
  readonly currency?: string;
  /** Your id; a repeated event is counted once. */
  readonly id?: string;
  /** Epoch milliseconds; default: now. */
  readonly at?: number;
}

export interface EventsInput {
  /** At most 100, and at most 64 kB. */
  readonly events: readonly ShopEvent[];
  /** Default: the first collection with items. */
  readonly collection?: string | number;
}

export interface EventsAnswer {
  accepted_count: number;
  /** Events of bots, console users and flooding addresses. */
  ignored_count: number;
  refused: { index: number; code: string; message: string }[];
}
