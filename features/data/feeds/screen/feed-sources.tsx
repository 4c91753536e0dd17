import { msg } from '#ui/text/i18n.ts';
import { type Feed } from '#features/data/feeds/feeds.contract.ts';
import { isSample } from '#features/data/feed-settings/feed.contract.ts';

const sources: Readonly<Record<string, string>> = {
  google: 'Google Merchant',
  heureka: 'Heureka',
  shoptet: 'Shoptet',
  aisle: msg('Aisle feed'),
  custom: msg('Custom feed'),
  sample: msg('Sample shop'),
};

export const sourceName = (feed: Feed): string => sources[isSample(feed) ? 'sample' : feed.source] ?? '';
