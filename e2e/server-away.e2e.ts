import { lamps } from '#server/testing/feed-shops.ts';
import { expect, test } from './fixtures.ts';

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
