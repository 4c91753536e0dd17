import type { Page } from '@playwright/test';
import { projectHeader, sessionHeader } from '#contract/envelope.ts';
import { expectAccessible } from '#e2e/accessibility.ts';
import type { OwnProject } from '#e2e/calls.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectFits, sentencesOf } from '#e2e/look.ts';
import { rowAction } from '#e2e/rows.ts';
import { lamps } from '#testing/feeds/feed-shops.ts';
import { curations } from './curations.contract.ts';

/** Adds curations as a file does, which may bring items that the catalogue lacks. */
async function addCurations(page: Page, shop: OwnProject, names: readonly string[]): Promise<void> {
  const rows = names.map((name, at) => ({
    name,
    queries: [{ query: name.toLowerCase() }, { query: `particularly small ${name.toLowerCase()}`, match: 'contains' }],
    promoted: [{ id: String(at) }, { id: 'gone' }],
    hidden: [{ id: '4' }],
  }));
  const answer = await page.request.post(curations.importRows.path, {
    headers: { [sessionHeader]: shop.sessionToken, [projectHeader]: shop.token },
    data: { c: shop.collection_id, format: 'json', text: JSON.stringify(rows), dry_run: false },
  });
  expect(await answer.json()).toMatchObject({ err: 0, data: { new: names.length } });
}

test('pasted queries are refused if another curation has them, and a deleted curation stays listed until that is live', async ({
  page,
  asShop,
  feedHost,
}) => {
  const shop = await asShop(feedHost.put('/curated.ndjson', lamps(5)));
  await page.goto('/search-settings/curations');
  await expect(page.getByText('No curations yet')).toBeVisible();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/curations\/edit\?id=new/);
  await expect(page.getByLabel('Query')).toBeFocused();
  await addCurations(page, shop, ['Lamps', 'Lanterns']);

  await page.goto('/search-settings/curations');
  const rowOf = (name: string) => page.getByRole('row', { name });
  await expect(rowOf('Lamps')).toContainText('Waits for midnight');
  const isWiderThanPage = await page
    .getByRole('table')
    .evaluate(({ scrollWidth, parentElement }) => scrollWidth > parentElement!.clientWidth);
  expect(isWiderThanPage).toBe(false);
  await rowOf('Lamps').getByTitle('Queries of “Lamps”').click();
  const dialog = page.getByRole('dialog', { name: 'Queries of “Lamps”' });
  await dialog.getByLabel('Query').last().press('Enter');
  await dialog.getByLabel('Query').nth(2).fill('Lantern');
  await dialog.getByLabel('Match').nth(2).selectOption('is');
  await expect(dialog.getByText('“Lantern” is already in “Lanterns”.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save queries' }).click();
  await expect(dialog.getByText('Please, provide correct data!')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Query').nth(2).fill('');
  // The types of journeys are not those of a browser.
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'desk light\\nlamps\\n\\nnight light\\n');
    const [, , input] = document.querySelectorAll('[role=dialog] input');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }`);
  await expect(dialog.getByLabel('Query')).toHaveCount(5);
  await expect(dialog.getByText('Twice the same query')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove “lamps”' }).last().click();
  await dialog.getByRole('button', { name: 'Save queries' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf('Lamps')).toContainText('+2');

  await page
    .getByRole('group', { name: /changes wait for midnight/ })
    .getByRole('button', { name: 'Regenerate' })
    .click();
  await expect(rowOf('Lamps')).toContainText('Items gone');
  await rowAction(rowOf('Lamps'), 'Delete curation');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf('Lamps')).toContainText('Removal waits');
  await page.getByLabel('State', { exact: true }).selectOption('off');
  await expect(page.getByText('No rows for these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await rowOf('Lamps').getByRole('button', { name: 'Keep “Lamps”' }).click();
  await expect(rowOf('Lamps')).toContainText('Items gone');
});

test('curations and their queries on a phone, in Czech', async ({ page, asShop, feedHost }) => {
  const t = sentencesOf('cs');
  const shop = await asShop(feedHost.put('/curated-cs.ndjson', lamps(5)), { language: 'cs' }, { language: 'cs', isPhone: true });
  await addCurations(page, shop, ['Lampy']);
  await page.goto('/search-settings/curations');
  await expect(page.getByRole('row', { name: 'Lampy' })).toContainText(t('Waits for midnight'));
  await expectFits(page);
  await expectAccessible(page);
  await page.getByTitle(t('Queries of “{name}”', { name: 'Lampy' })).click();
  const dialog = page.getByRole('dialog', { name: t('Queries of “{name}”', { name: 'Lampy' }) });
  await expect(dialog.getByLabel(t('Query'))).toHaveCount(2);
  await expectFits(page);
  await expectAccessible(page);

  await page.goto('/search-settings/curations/edit?id=new');
  await page
    .getByRole('main')
    .getByRole('link', { name: t('Curations') })
    .click();
  await expect(page).toHaveURL(/\/search-settings\/curations\?/);
});

test('a query that another curation has is refused in a new curation', async ({ page, asShop, feedHost }) => {
  await asShop(feedHost.put('/curated-new.ndjson', lamps(5)));
  await page.goto('/search-settings/curations/edit?id=new&query=laptop');
  await page.getByRole('button', { name: 'Edit queries' }).click();
  const dialog = page.getByRole('dialog', { name: 'Queries of “laptop”' });
  await dialog.getByLabel('Query').press('Enter');
  await dialog.getByLabel('Query').nth(1).fill('Láptops');
  await expect(dialog.getByText('Twice the same query')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save queries' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Please, provide correct data!' })).toBeVisible();
  await dialog.getByLabel('Query').nth(1).fill('notebook');
  await dialog.getByRole('button', { name: 'Save queries' }).click();
  await expect(dialog).toBeHidden();
});
