import { afterAll, test } from 'vitest';
import { startFeedShops } from '#testing/feeds/feed-shops.ts';
import { mutatedFeedsDoNoHarm } from '#testing/feeds/mutated-feeds.ts';

const shops = await startFeedShops();
afterAll(shops.close);

test('none of 500 feeds that something went wrong with harms what is live', () => mutatedFeedsDoNoHarm(shops, 500), 900_000);
