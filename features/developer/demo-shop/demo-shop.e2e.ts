import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { send } from '#e2e/calls.ts';
import { firstByDay } from '#e2e/first-by-day.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectFits, type Language, phone, sentencesOf } from '#e2e/look.ts';
import { sampleShopItems } from '#sample-shop/catalogue.ts';

const kitchen = /^(Kuchyně|Kitchen|Zahrada|Garden)/;
/** Items of the sample shop, with pictures that the server has. */
const itemsIn = (language: Language, server: string): string =>
  [...sampleShopItems(language)]
    .filter(({ fields }) => kitchen.test(String(fields['category'])))
    .map(({ id, fields }) => JSON.stringify({ id, ...fields, image: `${server}${String(fields['image'])}` }))
    .join('\n');

const said = {
  cs: {
    bar: 'Ukázkový obchod projektu „Konvice“. Hledání se zde nepočítají.',
    share: 'Sdílet',
    settings: 'Nastavení',
    search: 'Hledat',
    typed: 'kon',
    query: 'konev',
    results: /^Výsledky pro „konev“/,
    filters: 'Filtry',
    private: 'Tento náhled je neveřejný.',
    category: 'Kuchyně',
    back: 'Zpět na všechny produkty',
    away: 'Vyhledávání teď není dostupné.',
  },
  en: {
    bar: "Demo shop of “Konvice”. Searches here aren't counted.",
    share: 'Share',
    settings: 'Settings',
    search: 'Search',
    typed: 'ket',
    query: 'kettle',
    results: /^Results for “kettle”/,
    filters: 'Filters',
    private: 'This preview is private.',
    category: 'Kitchen',
    back: 'Back to all items',
    away: "Search isn't available now.",
  },
} as const;

const panel = (page: Page) => page.locator('[data-aisle="panel"] .panel');
const dialog = (page: Page) => page.getByRole('dialog').first();
const tiles = (page: Page) => page.locator('.results .grid a.result');

/** What the console of the browser complains of; a policy that refuses something does so there. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

async function elsewhere(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

for (const [language, viewport] of firstByDay(['cs', { width: 1280, height: 800 }], ['en', phone]))
  test(`from the dashboard to results and an item, at ${viewport.width} px in ${language}`, async ({
    page,
    context,
    server,
    asFilledShop,
    feedHost,
  }) => {
    const own = said[language];
    const feed = feedHost.put(`/demo-${language}.ndjson`, itemsIn(language, server.url), 'application/x-ndjson');
    await asFilledShop(feed, { language, name: 'Konvice' }, { language });
    await page.setViewportSize(viewport);
    await page.goto('/dashboard');
    await expectFits(page);
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: sentencesOf(language)('See it as your customers would') }).click();
    const demo = await opened;
    const complaints = complaintsOf(demo);
    await demo.setViewportSize(viewport);
    await expect(demo.getByText(own.bar)).toBeVisible();
    await expect(demo.getByRole('button', { name: own.share })).toBeVisible();
    await expect(demo.getByRole('link', { name: own.settings })).toHaveAttribute('href', /^\/developer\/plugin\?p=\d+$/);
    await expect(demo.locator('html')).toHaveAttribute('lang', language);
    await expect(demo.locator('.tile')).toHaveCount(12);
    await expectAccessible(demo);
    await expectFits(demo);
    // The first answer, that the page is private, is no complaint: the script asks for a pass.
    complaints.length = 0;

    const field = demo.locator('header').getByRole('combobox', { name: own.search });
    await expect(field).toHaveAttribute('aria-expanded', 'false');
    if (viewport.width > 640) {
      await field.pressSequentially(own.typed);
      await expect(panel(demo).locator('.tile').first()).toBeVisible();
      await expectAccessible(demo);
      await field.fill(own.query);
      await field.press('Enter');
    } else {
      await field.click();
      await demo.keyboard.type(own.query);
      await expect(dialog(demo).getByRole('option').first()).toBeVisible();
      await expectAccessible(demo);
      await demo.keyboard.press('Enter');
    }
    await expect(demo.getByRole('heading', { level: 2, name: own.results })).toBeVisible();
    await expectAccessible(demo);
    const count = await tiles(demo).count();
    expect(count).toBeGreaterThan(1);
    if (viewport.width <= 640) await dialog(demo).getByRole('button', { name: own.filters }).click();
    await demo.getByRole('checkbox').first().check();
    await expect(demo.locator('.results')).toHaveAttribute('aria-busy', 'false');
    await expect.poll(() => tiles(demo).count()).toBeLessThan(count);
    if (viewport.width <= 640) await demo.getByRole('dialog').last().getByRole('button').last().click();
    await expectFits(demo);

    // An item stays in the demo shop, and going back shows what was found.
    await tiles(demo).first().click();
    await demo.waitForURL(/\?item=/);
    await expect(demo.locator('.item h1')).toBeVisible();
    await expectAccessible(demo);
    await expectFits(demo);
    await demo.goBack();
    await expect(demo.locator('.chip')).toHaveCount(1);
    await demo.goto(demo.url().split('?')[0]!);
    await demo.getByRole('link', { name: own.category }).click();
    await expect(demo.locator('.chip')).toContainText(own.category);
    expect(complaints).toEqual([]);
  });

test('without a link it is private, a link shows it elsewhere, and live mode shows it to all', async ({
  page,
  browser,
  server,
  asFilledShop,
  feedHost,
}) => {
  const feed = feedHost.put('/demo-private.ndjson', itemsIn('en', server.url), 'application/x-ndjson');
  const { token, sessionToken } = await asFilledShop(feed, { language: 'en', name: 'Konvice' });
  const call = <Data>(method: string, path: string, body?: unknown): Promise<Data> =>
    send<Data>(server.url, { method, path, body, sessionToken, token });
  const address = `${server.url}/demo/${token}`;
  const own = said.en;

  const stranger = await elsewhere(browser, address);
  await expect(stranger.getByRole('heading', { name: own.private })).toBeVisible();
  await expectAccessible(stranger);

  // A plain link works for a member, wherever it stands.
  await page.goto(address);
  await page.getByRole('button', { name: own.share }).click();
  const link = await page.getByRole('textbox').inputValue();
  expect(link).toMatch(/\?aisle-preview=/);
  await expectAccessible(page);

  const invited = await elsewhere(browser, link);
  expect(invited.url()).toBe(address);
  await expect(invited.getByText(own.bar)).toBeVisible();
  await expect(invited.getByRole('button', { name: own.share })).toBeHidden();
  await invited.getByRole('combobox', { name: own.search }).pressSequentially(own.typed);
  await expect(panel(invited).locator('.tile').first()).toBeVisible();
  await invited.getByRole('combobox', { name: own.search }).press('Enter');
  await expect(tiles(invited).first()).toBeVisible();

  await call('POST', '/api/toggle/live_mode', { is_live: true });
  await stranger.reload();
  await expect(stranger.getByText(own.bar)).toBeVisible();
  // Somebody who is signed in sees the same, with what members may do.
  await page.context().clearCookies();
  await page.reload();
  await page.getByRole('button', { name: own.share }).click();
  await expect(page.getByRole('textbox')).toHaveValue(address);
  await stranger.getByRole('combobox', { name: own.search }).pressSequentially('kettle');
  await stranger.getByRole('combobox', { name: own.search }).press('Enter');
  await expect(tiles(stranger).first()).toBeVisible();
  // Nothing of all this was a customer's.
  const state = await call<{ front_called_at: number | null }>('GET', '/api/dashboard/state');
  expect(state.front_called_at).toBeNull();
  for (const one of [stranger, invited]) await one.context().close();
});

test('where the server is away, the page says so in a sentence', async ({ page, server, asFilledShop, feedHost }) => {
  const feed = feedHost.put('/demo-away.ndjson', itemsIn('en', server.url), 'application/x-ndjson');
  const { token } = await asFilledShop(feed, { language: 'en', name: 'Konvice' });
  await page.goto(`/demo/${token}`);
  const field = page.getByRole('combobox', { name: said.en.search });
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await page.context().setOffline(true);
  await field.fill('kettle');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(said.en.away);
  await page.context().setOffline(false);
  await field.press('Enter');
  // Until the plugin trusts the server again, after some seconds, the page shows by itself what is found; then it does.
  await expect(page.getByRole('heading', { name: said.en.results })).toBeVisible();
  // Both are there for a moment.
  const fields = page.getByRole('searchbox', { name: said.en.search }).or(field);
  await expect.poll(async () => Promise.all((await fields.all()).map((one) => one.inputValue()))).toContain('kettle');
});
