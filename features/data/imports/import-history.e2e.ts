import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectFits } from '#e2e/look.ts';
import { lamps } from '#testing/feeds/feed-shops.ts';

test('the history of a feed is drawn and listed, within the days that are chosen', async ({ page, asShop, feedHost }) => {
  const setCount = (count: number) => feedHost.put('/growing.ndjson', lamps(count));
  await asShop(setCount(100), { name: 'Growing shop' });
  await page.goto('/data/import');
  await page.getByRole('link', { name: 'Growing shop' }).click();
  await expect(page.getByText('Imported', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Import history' })).toBeHidden();
  const figures = page.locator('dl').filter({ hasText: 'Items in the newest import' });
  for (const [count, change] of [
    [120, '20 more than in the one before'],
    [110, '10 fewer than in the one before'],
  ] as const) {
    setCount(count);
    await page.getByRole('button', { name: 'Import again' }).click();
    await expect(figures).toContainText(change);
  }
  const chart = page.getByRole('slider', { name: 'Items by import' });
  await expect(chart.locator('rect')).toHaveCount(3);
  await expectAccessible(page);
  await chart.focus();
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuetext', /Items imported: 100$/);
  await page.keyboard.press('ArrowRight');
  await expect(chart).toHaveAttribute('aria-valuetext', /Items imported: 120$/);

  await page.getByRole('button', { name: 'Show as a table' }).click();
  const rows = page.getByRole('table', { name: 'Imports' }).getByRole('row');
  await expect(rows.getByRole('cell', { name: /^(110|120|100)$/ })).toHaveText(['110', '120', '100']);

  await page.getByRole('button', { name: 'Days: All imports' }).click();
  await page.getByRole('button', { name: 'Yesterday' }).click();
  await expect(page.getByText('There was no import in these days.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('There was no import in these days.')).toBeVisible();
  await page.getByRole('button', { name: 'Days: Yesterday' }).click();
  await page.getByRole('button', { name: 'Custom range' }).click();
  const calendar = page.getByRole('dialog');
  const thisDay = calendar.locator('button[data-today]');
  // On the first of a month, yesterday was in another one.
  const nextMonth = calendar.getByRole('button', { name: 'Next month' });
  await nextMonth.waitFor();
  if ((await thisDay.count()) === 0) await nextMonth.click();
  await thisDay.click();
  await expect(calendar.getByText('Now the last day.')).toBeVisible();
  await thisDay.press('Enter');
  await expect(rows).toHaveCount(4);
  await page.reload();
  await expect(rows).toHaveCount(4);
  expect(new URL(page.url()).searchParams.get('from')).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test('the history of a feed is said in Czech, in the dark and on a phone', async ({ page, asShop, feedHost }) => {
  await asShop(feedHost.put('/lamps.ndjson', lamps(30)), {}, { language: 'cs', isPhone: true, isDark: true });
  await page.goto('/data/import');
  await page.getByRole('link', { name: 'Lamps', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Importovat znovu' })).toBeEnabled();
  const figures = page.locator('dl').filter({ hasText: 'Položek v\u00a0nejnovějším importu' });
  await page.getByRole('button', { name: 'Importovat znovu' }).click();
  await expect(figures).toContainText('stejně jako v\u00a0předchozím');
  await page.getByRole('button', { name: 'Zobrazit jako tabulku' }).click();
  await expect(page.getByRole('table', { name: 'Importy' }).getByRole('row').last()).toContainText('Importováno');
  await page.getByRole('button', { name: 'Dny: Všechny importy' }).click();
  await page.getByRole('button', { name: 'Vlastní rozsah' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Předchozí měsíc' })).toBeVisible();
  await expectFits(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Dny: Všechny importy' })).toBeFocused();
});
