import { lamps } from '#server/testing/feed-shops.ts';
import { expect, test } from './fixtures.ts';

const told = 'No connection to the server. Nothing was saved.';

test('while the server is away a save says so once, keeps what is typed, and works when it is back', async ({
  page,
  asShop,
  feedHost,
}) => {
  await asShop(feedHost.put('/away.ndjson', lamps(5)));
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

  const promote = page.getByRole('button', { name: /^Promote “/ }).first();
  // The first import may still be running.
  await expect(async () => {
    await page.goto('/search-settings/curations/edit?id=new&query=lamp');
    await expect(promote).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await promote.click();
  await network.setOffline(true);
  await page.getByRole('button', { name: 'Save curation' }).click();
  await expect(page.getByText(told)).toHaveCount(1);
  await expect(page.getByText(/Internal error|correct data/)).toHaveCount(0);
  await network.setOffline(false);
  await page.getByRole('button', { name: 'Save curation' }).click();
  await expect(page.getByText('Saved. Waits for midnight.')).toBeVisible();
});
