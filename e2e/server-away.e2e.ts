import { lamps } from '#server/testing/feed-shops.ts';
import { expect, test } from './fixtures.ts';
import { middleOf } from './look.ts';

const told = 'No connection to the server. Nothing was saved.';

test('while the server is away a save says so once, keeps what is typed, and works when it is back', async ({
  page,
  asFilledShop,
  feedHost,
}) => {
  await asFilledShop(feedHost.put('/away.ndjson', lamps(5)));
  const network = page.context();
  await page.goto('/search-settings/synonyms?edit=new');
  const drawer = page.getByRole('dialog', { name: 'Add synonym' });
  await drawer.getByLabel('Term').fill('torch');
  await drawer.getByLabel('Synonyms').fill('flashlight,');
  await network.setOffline(true);
  await drawer.getByRole('button', { name: 'Add synonym' }).click();
  await expect(page.getByText(told)).toHaveCount(1);
  await expect(page.getByText(/Internal error/)).toHaveCount(0);
  await expect(drawer.getByLabel('Term')).toHaveValue('torch');
  await network.setOffline(false);
  await drawer.getByRole('button', { name: 'Add synonym' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'torch' })).toBeVisible();

  await page.goto('/search-settings/curations/edit?id=new&query=lamp');
  await page
    .getByRole('button', { name: /^Promote “/ })
    .first()
    .click();
  await network.setOffline(true);
  await page.getByRole('button', { name: 'Save curation' }).click();
  await expect(page.getByText(told)).toHaveCount(1);
  await expect(page.getByText(/Internal error|correct data/)).toHaveCount(0);
  await network.setOffline(false);
  await page.getByRole('button', { name: 'Save curation' }).click();
  await expect(page.getByText('Saved. Waits for midnight.')).toBeVisible();
});

test('a button that waits shows so in its middle, also where nothing moves', async ({ page, asShop, feedHost }) => {
  await asShop(feedHost.put('/waits.ndjson', '{"id":"1","name":"Lamp"}'));
  await page.goto('/search-settings/synonyms?edit=new');
  const drawer = page.getByRole('dialog', { name: 'Add synonym' });
  await page.route('**/api/synonyms', (route) => (route.request().method() === 'POST' ? undefined : route.continue()));
  await drawer.getByLabel('Term').fill('lamp');
  await drawer.getByLabel('Synonyms').fill('light,');
  const button = drawer.getByRole('button', { name: 'Add synonym' });
  await button.click();
  await expect(drawer.locator('.mantine-Loader-root')).toBeVisible();
  expect(await middleOf(drawer.locator('.mantine-Loader-root'))).toEqual(await middleOf(button));
});
