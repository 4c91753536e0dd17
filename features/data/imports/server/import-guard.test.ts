import { expect, test } from 'vitest';
import { defaultGuard } from '#features/data/feed-settings/feed.contract.ts';
import { type GuardFacts, reasonsToHold } from './imports.closing.ts';

/** 100 live items with a price, and the same again. */
const same: GuardFacts = {
  before: 100,
  after: 100,
  kept: 100,
  bad: 0,
  pricedBefore: 100,
  pricedAfter: 100,
  pricesLost: 0,
  acceptedBadShare: 0,
};
const first = { ...same, before: 0, kept: 0, pricedBefore: 0 };

test.each<[string, GuardFacts, string[]]>([
  ['an equal feed', same, []],
  ['20 % fewer items', { ...same, after: 80, kept: 80, pricedAfter: 80 }, []],
  ['more than 20 % fewer items', { ...same, after: 79, kept: 79, pricedAfter: 79 }, ['fewerItems']],
  ['5 % bad items', { ...same, after: 95, kept: 95, bad: 5 }, []],
  ['more than 5 % bad items', { ...same, after: 94, kept: 94, bad: 6 }, ['badItems']],
  ['as many bad items as were accepted', { ...same, after: 94, kept: 94, bad: 6, acceptedBadShare: 0.06 }, []],
  ['other ids on half of the items', { ...same, kept: 50 }, []],
  ['other ids on most items', { ...same, kept: 49 }, ['changedIds']],
  ['prices lost by 20 % of the items', { ...same, pricedAfter: 80, pricesLost: 20 }, []],
  ['prices lost by more than 20 % of the items', { ...same, pricedAfter: 79, pricesLost: 21 }, ['zeroPrices']],
  ['all prices lost, although all ids changed', { ...same, kept: 0, pricedAfter: 0 }, ['changedIds', 'zeroPrices']],
  ['a first import with half of its items bad', { ...first, bad: 100 }, []],
  ['a first import with most of its items bad', { ...first, bad: 101 }, ['badItems']],
])('holds by default for %s: %o', (_name, facts, expected) => {
  expect(reasonsToHold(facts, defaultGuard).map(({ reason }) => reason)).toEqual(expected);
});
