import { test } from 'vitest';
import { sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import { mutatedFeedsDoNoHarm } from '#testing/feeds/guarded-imports.ts';

const shops = await sharedFeedShops();

test('none of 16 feeds that something went wrong with harms what is live', () => mutatedFeedsDoNoHarm(shops, 16), 90_000);
