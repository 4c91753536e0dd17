import { defaultGuard, type FeedGuard } from '#features/data/feed-settings/feed.contract.ts';
import type { HoldReason } from '#features/data/imports/import-report.contract.ts';

export interface GuardFacts {
  /** Live items of the feed. */
  readonly before: number;
  /** Items of the feed in this import. */
  readonly after: number;
  /** Items in both. */
  readonly kept: number;
  /** Skipped items, without repetitions. */
  readonly bad: number;
  /** Live items with a price above zero. */
  readonly pricedBefore: number;
  readonly pricedAfter: number;
  /** Items in both that lose their price. */
  readonly pricesLost: number;
  /** From 0 to 1, in the live import. */
  readonly acceptedBadShare: number;
}

/** A first import replaces nothing. */
const firstBadShare = 0.5;
/** Items without a price can't be sold: as bad as missing items. */
const lostPriceShare = defaultGuard.fewer_items_percent / 100;

/** Empty when the import may go live. */
export function reasonsToHold(facts: GuardFacts, guard: FeedGuard): HoldReason[] {
  const { before, after, kept, bad } = facts;
  const badShare = shareOf(bad, after + bad);
  if (before === 0) return badShare > firstBadShare ? [held('badItems', badShare, firstBadShare * 100)] : [];
  const fewer = shareOf(before - after, before);
  const changed = 1 - shareOf(kept, Math.min(before, after));
  const badLimit = facts.acceptedBadShare + guard.bad_items_percent / 100;
  const unpriced = facts.pricedAfter === 0 && facts.pricedBefore > 0 ? 1 : shareOf(facts.pricesLost, facts.pricedBefore);
  return [
    ...(fewer > guard.fewer_items_percent / 100 ? [held('fewerItems', fewer, guard.fewer_items_percent)] : []),
    ...(badShare > badLimit ? [held('badItems', badShare, badLimit * 100)] : []),
    ...(changed > guard.changed_ids_percent / 100 ? [held('changedIds', changed, guard.changed_ids_percent)] : []),
    ...(guard.hold_zero_prices && unpriced > lostPriceShare ? [held('zeroPrices', unpriced, lostPriceShare * 100)] : []),
  ];
}

const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.max(0, part / whole));

/** Rounded up, so that it never equals the limit. */
const held = (reason: HoldReason['reason'], share: number, limit: number): HoldReason => ({
  reason,
  percent: Math.min(100, Math.ceil(share * 1000) / 10),
  limit_percent: Math.round(limit * 10) / 10,
});
