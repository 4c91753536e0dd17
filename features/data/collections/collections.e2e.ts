import { expectAccessible } from '#e2e/accessibility.ts';
import { read, send } from '#e2e/calls.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { openByMenu } from '#e2e/menu.ts';
import { rowAction } from '#e2e/rows.ts';
import { lamps } from '#testing/feeds/feed-shops.ts';

test('a collection is added, changed, built anew, rolled back and deleted', async ({ page, asFilledShop, feedHost }) => {
  await asFilledShop(feedHost.put('/lamps.ndjson', lamps(20)));
  await page.goto('/data/collections');
  const products = page.getByRole('row', { name: /Products/ });
  await expect(products).toContainText('Live');

  await page.getByRole('button', { name: 'Add collection' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add collection' });
  await drawer.getByRole('radio', { name: /^Articles/ }).check();
  await expect(drawer.getByLabel('Name')).toHaveValue('Articles');
  await drawer.getByLabel('Name').fill('products');
  await drawer.getByRole('button', { name: 'Add collection' }).click();
  await expect(drawer.getByText('This is already used.')).toBeVisible();
  await drawer.getByLabel('Name').fill('Guides');
  await drawer.getByRole('button', { name: 'Add collection' }).click();
  const guides = page.getByRole('row', { name: /Guides/ });
  await expect(guides).toContainText('No items yet');
  await guides.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('menuitem', { name: 'Recreate collection' })).toBeDisabled();
  await page.keyboard.press('Escape');

  await products.getByRole('button', { name: 'Edit collection' }).click();
  await page.getByLabel('Match rate').selectOption('ALL');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(products).toContainText('Settings wait for update');
  await page.getByRole('button', { name: 'Update now' }).click();
  await expect(products).not.toContainText('Settings wait for update');

  await rowAction(products, 'Recreate collection');
  await page.getByRole('dialog').getByRole('button', { name: 'Recreate collection' }).click();
  await expect(page.getByText(/“Products” is built anew: \d+ items/)).toBeVisible();
  await products.getByRole('link', { name: 'Products' }).click();
  const generations = page.getByRole('dialog', { name: /Generations/ });
  await expect(generations.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  await generations.getByRole('button', { name: 'Roll back' }).click();
  await page.getByRole('dialog', { name: 'Go back to this generation?' }).getByRole('button', { name: 'Roll back' }).click();
  await expect(page.getByText('Rolled back to the earlier generation.')).toBeVisible();
  await page.keyboard.press('Escape');

  await rowAction(products, 'Delete collection');
  await expect(page.getByText(/used by “Lamps”/)).toBeVisible();
  await rowAction(guides, 'Delete collection');
  const question = page.getByRole('dialog', { name: 'Delete collection?' });
  await question.getByLabel('Type “Guides” to go on').fill('Guides');
  await question.getByRole('button', { name: 'Delete collection' }).click();
  await expect(guides).toBeHidden();
});

test('the progress of a recreate is told on another screen too, also after the page is loaded again', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/data/collections');
  await rowAction(page.getByRole('row', { name: /Products/ }), 'Recreate collection');
  await page.getByRole('dialog').getByRole('button', { name: 'Recreate collection' }).click();
  await openByMenu(page, 'Synonyms');
  await expect(page.getByText(/“Products” is built anew/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Synonyms', level: 1 })).toBeVisible();
});

test('two people who change different settings of a collection at once both keep theirs', async ({
  page,
  asShop,
  feedHost,
  server,
}) => {
  const { collection_id: id, sessionToken, token } = await asShop(feedHost.put('/lamps.ndjson', lamps(5)));
  await page.goto(`/data/collections?edit=${id}`);
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByLabel('Name')).toHaveValue('Products');
  const body = { relevant_rate: 40, force_stopwords: true };
  await send(server.url, { method: 'PUT', path: `/api/collection/${id}`, body, sessionToken, token });
  await drawer.getByRole('switch', { name: 'Items with what you don’t want come last' }).check({ force: true });
  await drawer.getByRole('button', { name: 'Save changes' }).click();
  await expect(drawer).toBeHidden();
  const saved = await read<object[]>(server.url, '/api/collections', sessionToken, token);
  expect(saved).toMatchObject([{ name: 'Products', relevant_rate: 40, force_stopwords: true, lower_unwanted: true }]);
});
