import * as z from 'zod/mini';

/** Shares in percent from which an import is held; 100 never holds. */
const Percent = (percent: number) => z._default(z.number().check(z.minimum(1), z.maximum(100)), percent);

/** When an import of the feed waits for a decision. All defaults are here. */
export const FeedGuard = z.object({
  fewer_items_percent: Percent(20),
  bad_items_percent: Percent(5),
  changed_ids_percent: Percent(50),
  hold_zero_prices: z._default(z.boolean(), true),
});
export type FeedGuard = z.output<typeof FeedGuard>;
export const defaultGuard: FeedGuard = FeedGuard.parse({});
