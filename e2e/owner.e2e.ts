import { lamps } from '#testing/feeds/feed-host.ts';
import { expect, test } from './fixtures.ts';

test('a project is renamed, copied, deleted while another tab shows it, and restored', async ({
  page,
  asFilledShop,
  feedHost,
}) => {
  const shop = await asFilledShop(feedHost.put('/settings.ndjson', lamps(12)), { name: 'Lamps' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const project = (name: string, tab = page) => tab.getByLabel(`Project: ${name}`, { exact: true });
  await page.goto('/owner/project');
  await page.getByRole('textbox', { name: 'Name' }).fill('Paper lamps');
  await page.getByRole('textbox', { name: 'Website address' }).fill('lamps.example');
  await page.getByRole('textbox', { name: 'Website address' }).press('Tab');
  await button('Save changes').click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(project('Paper lamps')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Website address' })).toHaveValue('https://lamps.example');

  await button('Copy project…').click();
  const dialog = page.getByRole('dialog', { name: 'Copy “Paper lamps”' });
  await dialog.getByRole('textbox', { name: 'Name of the copy' }).fill('Second shop');
  await dialog.getByRole('checkbox', { name: 'Feeds' }).uncheck();
  await dialog.getByRole('button', { name: 'Copy project' }).click();
  await expect(project('Second shop')).toBeVisible();

  const other = await page.context().newPage();
  await other.goto(`/search-settings/synonyms?p=${shop.id}`);
  await expect(project('Paper lamps', other)).toBeVisible();
  await page.goto(`/owner/project?p=${shop.id}`);
  await button('Delete project').click();
  const question = page.getByRole('dialog', { name: 'Delete “Paper lamps”?' });
  await expect(question.getByRole('button', { name: 'Delete project' })).toHaveAttribute('aria-disabled', 'true');
  await question.getByRole('textbox').fill('Paper lamps');
  await question.getByRole('button', { name: 'Delete project' }).click();
  await expect(project('Second shop')).toBeVisible();
  const row = page.getByRole('row', { name: /Paper lamps/ });
  await expect(row).toBeVisible();
  await other.reload();
  await expect(other.getByRole('heading', { name: 'This project was deleted by Nora New.' })).toBeVisible();
  await row.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('“Paper lamps” is restored.')).toBeVisible();
  await other.reload();
  await expect(project('Paper lamps', other)).toBeVisible();
});
