import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { send } from './calls.ts';
import { expect, test } from './fixtures.ts';

test('a double click answers a question, or opens a row, and is nothing to what it shows next', async ({
  asShop,
  page,
  server,
}) => {
  const { sessionToken, token } = await asShop('', { data_source: 'aisle_api' });
  const { path } = synonyms.create;
  for (const term of ['fridge', 'icebox', 'lamp', 'table'])
    await send(server.url, { method: 'POST', path, body: { term, synonyms: ['other'] }, sessionToken, token });

  await page.goto('/search-settings/synonyms');
  const row = (name: string) => page.getByRole('link', { name, exact: true });
  const opened = page.getByRole('dialog', { name: 'Edit synonym' });
  await page
    .getByRole('row')
    .filter({ has: row('icebox') })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).dblclick();
  await expect(row('icebox')).toBeHidden();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(opened).toBeHidden();
  expect(new URL(page.url()).searchParams.has('edit')).toBe(false);

  await row('lamp').dblclick();
  await expect(opened).toBeVisible();
});
