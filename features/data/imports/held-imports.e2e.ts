import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectFits } from '#e2e/look.ts';
import { lamps } from '#testing/feeds/feed-shops.ts';

test('an import that would remove much is held, looked at, dropped and published', async ({ page, asShop, feedHost }) => {
  await asShop(feedHost.put('/lamps.ndjson', lamps(40)));
  await page.goto('/data/import');
  await page.getByRole('link', { name: 'Lamps', exact: true }).click();
  await expect(page.getByText('Imported', { exact: true }).first()).toBeVisible();
  feedHost.put('/lamps.ndjson', lamps(10));
  await page.getByRole('button', { name: 'Import again' }).click();
  await expect(page.getByText('It has 75 % fewer items than are live; up to 20 % is let through.')).toBeVisible();
  await expect(page.getByText('On hold: 30 of 40 items would disappear.')).toBeVisible();
  await page.getByRole('button', { name: 'See what would change' }).click();
  const drawer = page.getByRole('dialog', { name: 'What the import would change' });
  await expect(drawer.getByRole('heading', { name: 'Removed items' })).toBeVisible();
  await expect(drawer.getByText('The first 20 of 30.')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(drawer.getByText('Lamp 29')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await page.goto('/');
  await page.getByRole('link', { name: /^Import held: Lamps/ }).click();
  await page.getByRole('button', { name: 'Drop import' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Drop import' }).click();
  await expect(page.getByText('The import was dropped. What was live stays live.')).toBeVisible();

  await page.getByRole('button', { name: 'Import again' }).click();
  await page.getByRole('button', { name: 'Publish import' }).click();
  await expect(page.getByRole('dialog')).toContainText('30 of 40 items disappear from search.');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish import' }).click();
  await expect(page.getByText('Imported', { exact: true }).first()).toBeVisible();
  await page.goto('/data/import');
  await expect(page.getByRole('row', { name: /Lamps/ }).getByRole('cell', { name: '10', exact: true })).toBeVisible();
});

test('a second feed fills the collection, can be cancelled, and goes with its items; in Czech, in the dark, on a phone', async ({
  page,
  asShop,
  feedHost,
}) => {
  const look = { language: 'cs', isPhone: true, isDark: true } as const;
  await asShop(feedHost.put('/lamps.ndjson', lamps(40)), { language: 'cs' }, look);
  await page.goto('/data/import');
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const chairs = lamps(5).replaceAll('Lamp', 'Chair').replaceAll('"id":"', '"id":"c');
  const slow = feedHost.reply('/chairs.ndjson', (response) => {
    response.write(`${chairs}\n`);
    void mayEnd.then(() => response.end());
  });
  try {
    await expect(page.getByText('Importováno').first()).toBeVisible();
    await page.getByRole('button', { name: 'Přidat feed' }).click();
    const drawer = page.getByRole('dialog', { name: 'Přidat feed' });
    await drawer.getByRole('textbox', { name: 'Název' }).fill('Chairs');
    await drawer.getByRole('textbox', { name: 'Adresa' }).fill(slow);
    await drawer.getByRole('button', { name: 'Bezpečnostní limity' }).click();
    await expect(drawer.getByRole('textbox', { name: 'Úbytek položek, přes (%)' })).toHaveValue('20');
    await drawer.getByRole('button', { name: 'Přidat feed' }).click();
    await page.getByRole('button', { name: 'Zrušit import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Zrušit import' }).click();
    await expect(page.getByText('Zrušen', { exact: true }).first()).toBeVisible();
    end();
    feedHost.put('/chairs.ndjson', chairs);
    await page.getByRole('button', { name: 'Importovat znovu' }).click();
    await expect(page.getByText('Importováno', { exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Zobrazit, co se změnilo' }).click();
    await expect(page.getByRole('dialog').getByRole('heading', { name: 'Nové položky' })).toBeVisible();
    await expectFits(page);
    await page.keyboard.press('Escape');

    await page.goBack();
    await page.goto('/data/import');
    const row = page.getByRole('row', { name: /Chairs/ });
    await row.getByRole('button', { name: /Smazat feed/ }).click();
    const question = page.getByRole('dialog');
    await question.getByRole('radio', { name: 'Z\u00a0vyhledávání se odeberou.' }).check();
    await question.getByLabel('Pro pokračování napište „Chairs“').fill('Chairs');
    await question.getByRole('button', { name: 'Smazat feed' }).click();
    await expect(page.getByText('Feed byl smazán.')).toBeVisible();
    await expect(row).toBeHidden();
  } finally {
    end();
  }
});
