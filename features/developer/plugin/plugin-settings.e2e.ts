import type { FrameLocator, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { firstByDay } from '#e2e/first-by-day.ts';
import { expectFits, phone, sentencesOf } from '#e2e/look.ts';
import { expect, type PluginShop, test } from '#e2e/plugin-shop.ts';
import { oldShop, pluginTag } from '#e2e/shop-pages.ts';

const preview = (page: Page): FrameLocator => page.frameLocator('iframe');
const tile = (frame: Page | FrameLocator) => frame.locator('[data-aisle] .tile').first();
const prices = (frame: Page | FrameLocator) => frame.locator('[data-aisle] .tile .price');
/** Of what a customer presses to see all results. */
const accentOf = (frame: Page | FrameLocator) =>
  frame
    .locator('[data-aisle="panel"]')
    .evaluate((host) =>
      (host.ownerDocument.defaultView as unknown as { getComputedStyle: (one: object) => CSSValues })
        .getComputedStyle(host)
        .getPropertyValue('--aisle-accent'),
    );
interface CSSValues {
  getPropertyValue(name: string): string;
}

/** Chooses one of the words beside each other. */
const choose = (page: Page, group: string, word: string) =>
  page.getByRole('radiogroup', { name: group }).locator('label', { hasText: word }).click();

/** What customers see who type into the shop's field; nothing where the plugin isn't shown. */
async function typeInShop(page: Page, address: string, word: string): Promise<void> {
  await page.goto(address);
  await page.locator('#search').pressSequentially(word);
}

const putShop = ({ pages, token }: PluginShop, serverUrl: string, language: string): string =>
  pages.put('/', oldShop(pluginTag(serverUrl, token), language));

for (const [language, word] of firstByDay(['cs', 'kon'], ['en', 'ket'])) {
  test(`in ${language}, settings are seen in the preview at once, and in the shop once they are saved`, async ({
    page,
    context,
    server,
    pluginShop,
  }) => {
    const t = sentencesOf(language);
    const own = await pluginShop(language);
    const shopAddress = putShop(own, server.url, language);
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto(`/developer/plugin?q=${word}`);
    await expect(tile(preview(page))).toBeVisible();
    await expect(prices(preview(page)).first()).toBeVisible();
    await expect(page.getByText(t('Waiting for the first call…'))).toBeVisible();

    await test.step('what is edited shows in the preview, and is not saved', async () => {
      await page.getByLabel(t('Accent colour'), { exact: true }).fill('#aa0044');
      await page.getByRole('switch', { name: t('Price'), exact: true }).click();
      await expect(prices(preview(page))).toHaveCount(0);
      expect(await accentOf(preview(page))).toBe('#aa0044');
      await expectAccessible(page);
      const shop = await context.newPage();
      await typeInShop(shop, shopAddress, word);
      await expect(prices(shop).first()).toBeVisible();
      await shop.close();
    });

    await test.step('results show in the preview, which adds nothing to go back through', async () => {
      const steps = await page.evaluate<number>('history.length');
      await choose(page, t('Part of the plugin'), t('Results'));
      await expect(preview(page).locator('.results .result').first()).toBeVisible();
      await page.getByRole('combobox', { name: t('Type a query') }).fill(language === 'cs' ? 'zahrada' : 'garden');
      await expect(preview(page).getByRole('heading', { level: 2 })).toContainText(language === 'cs' ? 'zahrada' : 'garden');
      await preview(page).locator('.results .result').first().click();
      expect(await page.evaluate<number>('history.length')).toBe(steps);
    });

    await test.step('on a phone it is as on a phone', async () => {
      await choose(page, t('Device'), t('Phone'));
      await choose(page, t('Part of the plugin'), t('Panel'));
      await expect(
        preview(page)
          .getByRole('combobox', { name: language === 'cs' ? 'Hledat' : 'Search' })
          .last(),
      ).toBeVisible();
      await expect(preview(page).getByRole('dialog')).toBeVisible();
      await expect(page.getByRole('radio', { name: t('Panel'), exact: true })).toBeFocused();
    });

    await test.step('what is wrong is told, and can’t be saved', async () => {
      await page.getByLabel(t('Search field'), { exact: true }).fill('#a[');
      await expect(page.getByText(t('Not a CSS selector.'))).toBeVisible();
      await expect(page.getByRole('button', { name: t('Save and publish') })).toBeDisabled();
      await page.getByLabel(t('Search field'), { exact: true }).fill('#search');
    });

    await test.step('saved, it is in the shop', async () => {
      await page.getByRole('button', { name: t('Save and publish') }).click();
      await expect(page.getByText(t('Saved. Live now.'))).toBeVisible();
      const shop = await context.newPage();
      await expect(async () => {
        await typeInShop(shop, shopAddress, word);
        await expect(tile(shop)).toBeVisible();
        await expect(prices(shop)).toHaveCount(0, { timeout: 500 });
      }).toPass();
      expect(await accentOf(shop)).toBe('#aa0044');
      await shop.close();
      await expect(page.getByText(t('Runs on {host}', { host: new URL(shopAddress).host }))).toBeVisible({ timeout: 15_000 });
    });

    await test.step('a phone shows settings or the preview', async () => {
      await page.setViewportSize(phone);
      await page.goto(`/developer/plugin?q=${word}`);
      await expect(page.getByLabel(t('Accent colour'), { exact: true })).toHaveValue('#aa0044');
      await expectFits(page);
      await expectAccessible(page);
      await choose(page, t('Part of the screen'), t('Preview'));
      await expect(preview(page).getByRole('dialog')).toBeVisible();
      await expectFits(page);
      await expectAccessible(page);
    });
  });
}

test('while live mode is off, only a preview link shows the plugin, until an owner shows it to customers', async ({
  page,
  browser,
  server,
  pluginShop,
}) => {
  const own = await pluginShop('en');
  const shopAddress = putShop(own, server.url, 'en');
  await own.call('POST', '/api/toggle/live_mode', { is_live: false });
  const customer = await (await browser.newContext()).newPage();
  const colleague = await (await browser.newContext()).newPage();
  await page.goto('/developer/plugin?q=ket');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Preview only' })).toBeVisible();
  await expect(page.getByRole('banner').getByText('Running')).toBeVisible();
  await expect(tile(preview(page))).toBeVisible();
  await expectAccessible(page);

  await expect(async () => {
    await typeInShop(customer, shopAddress, 'ket');
    await expect(customer.locator('#search')).not.toHaveAttribute('role');
    await customer.waitForTimeout(500);
    await expect(tile(customer)).toHaveCount(0);
  }).toPass();

  await page.getByRole('button', { name: 'Make a preview link' }).click();
  const link = page.locator('code', { hasText: 'aisle-preview=' });
  await expect(link).toBeVisible();
  await expect(async () => {
    await typeInShop(colleague, (await link.textContent())!, 'ket');
    await expect(tile(colleague)).toBeVisible({ timeout: 2_000 });
  }).toPass();

  await page.getByRole('button', { name: 'Make a new one' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make a new one' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Show to customers' }).click();
  const question = page.getByRole('dialog', { name: `Show search to customers of ${new URL(shopAddress).host}?` });
  await expectAccessible(page, '[role=dialog]');
  await question.getByRole('button', { name: 'Show to customers' }).click();
  await expect(page.getByText(/^On · since/)).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Preview only' })).toHaveCount(0);
  await expect(async () => {
    await typeInShop(customer, shopAddress, 'ket');
    await expect(tile(customer)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await customer.context().close();
  await colleague.context().close();
});

test('what another tab saved meanwhile is shown, and kept below what is saved here; leaving asks', async ({
  page,
  pluginShop,
}) => {
  const { call } = await pluginShop('en');
  await page.goto('/developer/plugin?q=ket');
  await page.getByLabel('Accent colour', { exact: true }).fill('#aa0044');
  await call('PUT', '/api/plugin', { settings: { corners: 0 } });
  await page.getByRole('button', { name: 'Save and publish' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'saved this in the meantime' });
  // Far above the button that was pressed.
  await expect(alert).toBeInViewport();
  await expect(alert.getByRole('row', { name: /Corners 0 not changed/ })).toBeVisible();
  await expectAccessible(page);
  await alert.getByRole('button', { name: 'Keep mine on top' }).click();
  await expect(page.getByText('Saved. Live now.')).toBeVisible();
  await expect(page.getByLabel('Corners')).toHaveValue('0');
  await expect(page.getByLabel('Accent colour', { exact: true })).toHaveValue('#aa0044');

  await page.getByLabel('Corners').fill('12');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByLabel('Corners')).toHaveValue('0');
});

test('a query that sends customers elsewhere says so, and leaves the preview where it is', async ({ page, pluginShop }) => {
  const { call } = await pluginShop('en');
  await call('POST', '/api/fixits', { term: 'returns', catalog_term: 'https://shop.example/returns' });
  await page.goto('/developer/plugin?q=returns');
  await choose(page, 'Part of the plugin', 'Results');
  await expect(page.getByText('This query sends customers to https://shop.example/returns.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Type a query' }).fill('kettle');
  await expect(preview(page).locator('.results .result').first()).toBeVisible();
  await expect(page.getByText('This query sends customers to')).toHaveCount(0);
});

test('a preview that does not load fails alone, and can be tried again', async ({ page, pluginShop }) => {
  await pluginShop('en');
  await page.route('**/plugin-preview.js*', (route) => route.abort());
  await page.goto('/developer/plugin?q=ket');
  await expect(page.getByText('The preview could not load.')).toBeVisible();
  await expect(page.getByLabel('Accent colour', { exact: true })).toBeEnabled();
  await page.unroute('**/plugin-preview.js*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(tile(preview(page))).toBeVisible();
  await expect(page.getByText('The preview could not load.')).toHaveCount(0);
});
