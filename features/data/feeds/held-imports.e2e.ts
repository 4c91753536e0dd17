import type { Page } from '@playwright/test';
import { accessibilityProblems } from '#e2e/accessibility.ts';
import { post, signUpNewcomer } from '#e2e/calls.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { startServer } from '#e2e/server.ts';
import { startFeedHost } from '#server/testing/feed-host.ts';
import { lamps } from '#server/testing/feed-shops.ts';

const importMilliseconds = 20_000;

/** A shop with a feed of lamps, signed in and at its feeds. */
async function openShop(page: Page, language: 'en' | 'cs') {
  const host = await startFeedHost();
  const url = host.put('/lamps.ndjson', lamps(40));
  const server = await startServer({ AISLE_ALLOW_PRIVATE_FEEDS: host.host });
  const { token } = await signUpNewcomer(server.url);
  const project = { name: 'Lamps', language, data_source: 'custom_feed', feed_url: url };
  await post(server.url, '/api/sales_channels', project, token);
  await page.addInitScript(
    ([session, lang]) => {
      localStorage.setItem('id_token', session!);
      localStorage.setItem('language', lang!);
    },
    [token, language] as const,
  );
  await page.goto(`${server.url}/data/import`);
  const close = async (): Promise<void> => {
    await server.stop();
    await host.close();
  };
  return { host, server, close };
}

test('an import that would remove much is held, looked at, dropped and published', async ({ page }) => {
  const { host, server, close } = await openShop(page, 'en');
  try {
    await page.getByRole('link', { name: 'Lamps', exact: true }).click();
    await expect(page.getByText('Imported', { exact: true }).first()).toBeVisible({ timeout: importMilliseconds });
    host.put('/lamps.ndjson', lamps(10));
    await page.getByRole('button', { name: 'Import again' }).click();
    await expect(page.getByText('It has 75 % fewer items than are live; up to 20 % is let through.')).toBeVisible({
      timeout: importMilliseconds,
    });
    await page.getByRole('button', { name: 'See what would change' }).click();
    const drawer = page.getByRole('dialog', { name: 'What the import would change' });
    await expect(drawer.getByRole('heading', { name: 'Removed items' })).toBeVisible();
    await expect(drawer.getByText('The first 20 of 30.')).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.reload();
    await expect(drawer.getByText('Lamp 29')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();

    await page.goto(`${server.url}/`);
    await page.getByRole('link', { name: /Decide about a held import/ }).click();
    await page.getByRole('button', { name: 'Drop import' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Drop import' }).click();
    await expect(page.getByText('The import was dropped. What was live stays live.')).toBeVisible();

    await page.getByRole('button', { name: 'Import again' }).click();
    await page.getByRole('button', { name: 'Publish import' }).click({ timeout: importMilliseconds });
    await page.getByRole('dialog').getByRole('button', { name: 'Publish import' }).click();
    await expect(page.getByText('Imported', { exact: true }).first()).toBeVisible({ timeout: importMilliseconds });
    await page.goto(`${server.url}/data/import`);
    await expect(page.getByRole('row', { name: /Lamps/ }).getByRole('cell', { name: '10', exact: true })).toBeVisible();
  } finally {
    await close();
  }
});

test('a second feed fills the collection, can be cancelled, and goes with its items; in Czech, in the dark, on a phone', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 740 });
  const { host, close } = await openShop(page, 'cs');
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const chairs = lamps(5).replaceAll('Lamp', 'Chair').replaceAll('"id":"', '"id":"c');
  const slow = host.reply('/chairs.ndjson', (response) => {
    response.write(`${chairs}\n`);
    void mayEnd.then(() => response.end());
  });
  try {
    await expect(page.getByText('Importováno').first()).toBeVisible({ timeout: importMilliseconds });
    await page.getByRole('button', { name: 'Přidat feed' }).click();
    const drawer = page.getByRole('dialog', { name: 'Přidat feed' });
    await drawer.getByRole('textbox', { name: 'Název' }).fill('Chairs');
    await drawer.getByRole('textbox', { name: 'Adresa' }).fill(slow);
    await drawer.getByRole('button', { name: 'Kdy se import pozdrží' }).click();
    await expect(drawer.getByRole('textbox', { name: 'Úbytek položek, přes (%)' })).toHaveValue('20');
    expect(await accessibilityProblems(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Přidat feed' }).click();
    await page.getByRole('button', { name: 'Zrušit import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Zrušit import' }).click();
    await expect(page.getByText('Zrušen', { exact: true }).first()).toBeVisible();
    end();
    host.put('/chairs.ndjson', chairs);
    await page.getByRole('button', { name: 'Importovat znovu' }).click();
    await expect(page.getByText('Importováno', { exact: true }).first()).toBeVisible({ timeout: importMilliseconds });
    await page.getByRole('button', { name: 'Zobrazit, co se změnilo' }).click();
    await expect(page.getByRole('dialog').getByRole('heading', { name: 'Nové položky' })).toBeVisible();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.keyboard.press('Escape');

    await page.goBack();
    await page.goto(new URL('/data/import', page.url()).href);
    const row = page.getByRole('row', { name: /Chairs/ });
    await row.getByRole('button', { name: /Smazat feed/ }).click();
    const question = page.getByRole('dialog');
    await question.getByRole('radio', { name: 'Z\u00a0vyhledávání se odeberou.' }).check();
    expect(await accessibilityProblems(page)).toEqual([]);
    await question.getByRole('button', { name: 'Smazat feed' }).click();
    await expect(page.getByText('Feed byl smazán.')).toBeVisible();
    await expect(row).toBeHidden();
  } finally {
    end();
    await close();
  }
});
