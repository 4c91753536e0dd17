import { afterAll, test } from 'vitest';
import { startFeedShops } from '#testing/feeds/feed-shops.ts';
import { mutatedFeedsDoNoHarm } from '#testing/feeds/guarded-imports.ts';

const shops = await startFeedShops();
afterAll(shops.close);

test('none of 30 feeds that something went wrong with harms what is live', () => mutatedFeedsDoNoHarm(shops, 30), 90_000);
