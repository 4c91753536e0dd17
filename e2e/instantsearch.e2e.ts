import { lampFeed, lamps } from '#clients/instantsearch/testing/lamp-shop.ts';
import { putPage } from '#clients/instantsearch/testing/test-page.ts';
import { expect, test } from './fixtures.ts';

test('widgets of InstantSearch for React search, narrow, sort and show more', async ({
  asFilledShop,
  feedHost,
  server,
  page,
}) => {
  const { token } = await asFilledShop(feedHost.put('/lamps.ndjson', lampFeed, 'application/x-ndjson'));
  await page.goto(await putPage(feedHost, 'react-page.tsx', '<div id="root"></div>', { origin: server.url, token }));
  const chosen = lamps.filter(({ brand, colour }) => brand === 'Mira' && colour === 'dark-green');
  const sum = page.locator('.ais-Stats');
  await expect(sum).toContainText('60 results');
  await page.getByRole('searchbox').fill('floor');
  await expect(sum).toContainText('20 results');
  await expect(page.locator('article mark').first()).toHaveText('Floor');

  const articles = page.locator('article');
  await page.getByRole('searchbox').fill('');
  await expect(sum).toContainText('60 results');
  await expect(articles).toHaveCount(20);
  await page.getByRole('button', { name: 'Show more results' }).click();
  await expect(articles).toHaveCount(40);
  await page.getByRole('button', { name: 'Show more results' }).click();
  await expect(articles).toHaveCount(60);
  await expect(page.getByRole('button', { name: 'Show more results' })).toBeDisabled();

  await page.locator('#brand').getByText('Mira').click();
  await page.locator('#colour').getByText('dark-green').click();
  await expect(sum).toContainText(`${chosen.length} result`);
  await page.locator('.ais-SortBy select').selectOption('Cheapest');
  const expected = chosen.map(({ price }) => price);
  await expect.poll(() => articles.evaluateAll((all) => all.map((one) => Number(one.dataset['price'])))).toEqual(expected);
  await page.getByRole('button', { name: 'Clear refinements' }).click();
  await expect(sum).toContainText('60 results');
});
