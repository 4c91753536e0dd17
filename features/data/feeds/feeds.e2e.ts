import type { ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { accessibilityProblems } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { overflowPixels } from '#e2e/look.ts';
import type { FeedHost } from '#server/testing/feed-host.ts';
import { lamps } from '#server/testing/feed-shops.ts';

const importMilliseconds = 20_000;
const imported = (page: Page) => page.getByText('Imported', { exact: true }).first();

test('a feed of the list is imported again', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/data/import');
  const row = page.getByRole('row', { name: /Sample shop/ });
  await expect(row.getByText('Imported', { exact: true })).toBeVisible({ timeout: importMilliseconds });
  expect(await accessibilityProblems(page)).toEqual([]);
  await row.getByRole('button', { name: 'Import again' }).click();
  await expect(page.getByText(/“Sample shop” is imported/)).toBeVisible({ timeout: importMilliseconds });
});

test('a file of unknown format asks what one item is', async ({ page, asShop }) => {
  await asShop('', { data_source: 'aisle_api' });
  await page.goto('/data/import');
  await page.getByRole('button', { name: 'Add feed' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add feed' });
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Things');
  await drawer.getByText('File', { exact: true }).click();
  const things = '<thing><code>A1</code><label>Lamp</label></thing><other><code>A1</code><x>1</x></other>'.repeat(3);
  const file = { name: 'things.xml', mimeType: 'text/xml', buffer: Buffer.from(`<data>${things}</data>`) };
  await drawer.locator('input[type=file]').setInputFiles(file);
  await expect(drawer.getByText('things.xml')).toBeVisible();
  await drawer.getByRole('button', { name: 'Add feed' }).click();

  await expect(page.getByRole('heading', { name: 'What is one item?' })).toBeVisible({ timeout: importMilliseconds });
  await page.getByRole('radio', { name: /thing · found 3 times/ }).check();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import with this element' }).click();
  await expect(imported(page)).toBeVisible({ timeout: importMilliseconds });
  await expect(page.getByRole('heading', { name: 'What is one item?' })).toBeHidden();
});

test('a running import is shown by its steps, also after the page is loaded again', async ({ page, asShop, feedHost }) => {
  const feed = slowFeed(feedHost);
  try {
    await asShop(feed.url, { name: 'Slow shop' });
    await page.goto('/data/import');
    await page.getByRole('link', { name: 'Slow shop' }).click();
    await expect(page.getByRole('heading', { name: 'The import is running' })).toBeVisible();
    await page.reload();
    await expect(page.locator('li[aria-current=step]')).toHaveText(/Download|Read|Check/);
    await expect(page.getByRole('button', { name: 'Import again' })).toHaveAttribute('aria-disabled', 'true');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Projects' }).click();
    feed.finish();
    await expect(page.getByText('“Slow shop” is imported: 3,000 items.')).toBeVisible({ timeout: importMilliseconds });
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(imported(page)).toBeVisible();
  } finally {
    feed.finish();
  }
});

test('an import that ends after another screen was loaded anew is told there', async ({ page, asShop, feedHost }) => {
  const feed = slowFeed(feedHost);
  try {
    await asShop(feed.url, { name: 'Slow shop' });
    await page.goto('/search-settings/synonyms');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Synonyms', exact: true })).toBeVisible();
    feed.finish();
    await expect(page.getByText('“Slow shop” is imported: 3,000 items.')).toBeVisible({ timeout: importMilliseconds });
  } finally {
    feed.finish();
  }
});

test('the history of a feed is drawn and listed, within the days that are chosen', async ({ page, asShop, feedHost }) => {
  const setCount = (count: number) => feedHost.put('/growing.ndjson', lamps(count));
  await asShop(setCount(100), { name: 'Growing shop' });
  await page.goto('/data/import');
  await page.getByRole('link', { name: 'Growing shop' }).click();
  await expect(imported(page)).toBeVisible({ timeout: importMilliseconds });
  await expect(page.getByText(/Once two imports have gone well/)).toBeVisible();
  const figures = page.locator('dl').filter({ hasText: 'Items in the newest import' });
  for (const [count, change] of [
    [120, '20 more than in the one before'],
    [110, '10 fewer than in the one before'],
  ] as const) {
    setCount(count);
    await page.getByRole('button', { name: 'Import again' }).click();
    await expect(figures).toContainText(change, { timeout: importMilliseconds });
  }
  await expect(page.locator('.recharts-bar-rectangle path')).toHaveCount(3);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('application', { name: 'Items by import' }).focus();
  await expect(page.getByText('100', { exact: true }).last()).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('120', { exact: true }).last()).toBeVisible();

  await page.getByRole('button', { name: 'Show as a table' }).click();
  const rows = page.getByRole('table', { name: 'Imports' }).getByRole('row');
  await expect(rows.getByRole('cell', { name: /^(110|120|100)$/ })).toHaveText(['110', '120', '100']);

  await page.getByRole('button', { name: 'Days: All imports' }).click();
  await page.getByRole('button', { name: 'Last month' }).click();
  await expect(page.getByText('There was no import in these days.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('There was no import in these days.')).toBeVisible();
  await page.getByRole('button', { name: 'Days: Last month' }).click();
  await page.getByRole('button', { name: 'Custom range' }).click();
  const calendar = page.getByRole('dialog');
  const thisDay = calendar.locator('button[data-today]');
  await calendar.getByRole('button', { name: 'Next month' }).click();
  await thisDay.click();
  await expect(calendar.getByText('Now the last day.')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await thisDay.press('Enter');
  await expect(rows).toHaveCount(4);
  await page.reload();
  await expect(rows).toHaveCount(4);
  expect(new URL(page.url()).searchParams.get('from')).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test('why an import failed is said in the language of the console', async ({ page, asShop, feedHost }) => {
  const { feed_id: id } = await asShop(`http://${feedHost.host}/nothing-here.xml`, { name: 'Shop' }, { language: 'cs' });
  await page.goto(`/data/import/edit?id=${id}`);
  const reason = page.getByRole('alert', { name: 'Feed se nepodařilo importovat. V provozu zůstává to, co bylo.' });
  await expect(reason).toContainText(
    'Server „127.0.0.1“ odpověděl 404: na této adrese žádný feed není. Zkontrolujte adresu, nebo to zkuste znovu.',
    { timeout: importMilliseconds },
  );
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('the history of a feed is said in Czech, in the dark and on a phone', async ({ page, asShop, feedHost }) => {
  await asShop(feedHost.put('/lamps.ndjson', lamps(30)), {}, { language: 'cs', isPhone: true, isDark: true });
  await page.goto('/data/import');
  await page.getByRole('link', { name: 'Lamps', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Importovat znovu' })).toBeEnabled();
  const figures = page.locator('dl').filter({ hasText: 'Položek v\u00a0nejnovějším importu' });
  await page.getByRole('button', { name: 'Importovat znovu' }).click();
  await expect(figures).toContainText('stejně jako v\u00a0předchozím', { timeout: importMilliseconds });
  await page.getByRole('button', { name: 'Zobrazit jako tabulku' }).click();
  await expect(page.getByRole('table', { name: 'Importy' }).getByRole('row').last()).toContainText('Importováno');
  await page.getByRole('button', { name: 'Dny: Všechny importy' }).click();
  await page.getByRole('button', { name: 'Vlastní rozsah' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Předchozí měsíc' })).toBeVisible();
  expect(await overflowPixels(page)).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Dny: Všechny importy' })).toBeFocused();
});

/** A feed that stops after the first half until `finish` is called. */
function slowFeed(host: FeedHost) {
  const lines = lamps(3000).split(/(?<=\n)/);
  const { promise: isFinished, resolve: finish } = Promise.withResolvers<void>();
  const send = async (response: ServerResponse): Promise<void> => {
    response.setHeader('content-length', Buffer.byteLength(lines.join('')));
    response.write(lines.slice(0, 1500).join(''));
    await isFinished;
    response.end(lines.slice(1500).join(''));
  };
  return { url: host.reply('/slow.ndjson', (response) => void send(response)), finish };
}
