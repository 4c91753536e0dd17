import { lamps } from '#server/testing/feed-shops.ts';
import { expect, test } from '#e2e/fixtures.ts';

test('a moment fits into its card on a tablet, in the language where it is longest', async ({ page, asFilledShop, feedHost }) => {
  await asFilledShop(feedHost.put('/cards.ndjson', lamps(3)), {}, { language: 'cs' });
  await page.clock.install({ time: Date.now() + 47 * 60_000 });
  await page.setViewportSize({ width: 820, height: 800 });
  await page.goto('/dashboard');
  const moment = page.getByText(/^před \d+ minutami$/).first();
  await expect(moment).toBeVisible();
  const [card, text] = [await page.locator('section').filter({ has: moment }).boundingBox(), await moment.boundingBox()];
  expect(text!.x + text!.width).toBeLessThan(card!.x + card!.width);
});
