import { defaultGuard, type FeedGuard } from '#features/data/feed-settings/feed-guard.contract.ts';
import type { HoldReason } from '#features/data/imports/import-report.contract.ts';

export interface GuardFacts {
  /** Items of the feed that were live. */
  readonly before: number;
  /** Items of the feed that would be. */
  readonly after: number;
  /** Those of both. */
  readonly kept: number;
  /** Left out; without those that are there already. */
  readonly bad: number;
  /** Items with a price above zero among those that were live. */
  readonly pricedBefore: number;
  /** The same among those that would be. */
  readonly pricedAfter: number;
  /** Of those that stay, the ones that had a price above zero and would have none. */
  readonly pricesLost: number;
  /** Share of bad items, from 0 to 1, of the import that the owner has live. */
  readonly acceptedBadShare: number;
}

/** A first import replaces nothing, so only one that is bad for the most part is held. */
const firstBadShare = 0.5;
/** An item without its price can't be sold, so a share of them counts as much as items that are gone. */
const lostPriceShare = defaultGuard.fewer_items_percent / 100;

/** Why an import should wait for a decision; empty when it may go live. */
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

/** A share just above its limit doesn't round to the limit. */
const held = (reason: HoldReason['reason'], share: number, limit: number): HoldReason => ({
  reason,
  percent: Math.min(100, Math.ceil(share * 1000) / 10),
  limit_percent: Math.round(limit * 10) / 10,
});
