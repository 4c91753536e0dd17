import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { sharedData } from '#scripts/shared-data.ts';
import { type FeedHost, startFeedHost } from '#server/testing/feed-host.ts';
import czech from '#console/locales/cs.json' with { type: 'json' };
import { accessibilityProblems } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { type RunningServer, startServer } from './server.ts';

/** What an owner does on the first day, from sign-up to the first call of their shop. Every feed on a server of its own person. */

const languages = {
  en: (sentence: string) => sentence,
  cs: (sentence: string) => (czech as Record<string, string>)[sentence] ?? sentence,
};
type Language = keyof typeof languages;
const importMilliseconds = 60_000;

let server: RunningServer;
let host: FeedHost;
let people = 0;

test.beforeAll(async () => {
  host = await startFeedHost();
  server = await startServer({ AISLE_ALLOW_PRIVATE_FEEDS: host.host });
});
test.afterAll(async () => {
  await server.stop();
  await host.close();
});

async function signUp(page: Page, language: Language): Promise<void> {
  const t = languages[language];
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  await page.goto(`${server.url}/register`);
  await page.getByLabel(t('First name')).fill('Eva');
  await page.getByLabel(t('Last name')).fill('Nová');
  await page.getByLabel(t('E-mail')).fill(`eva${(people += 1)}-${Date.now()}@example.com`);
  await page.getByLabel(t('Password'), { exact: true }).fill('Correct-Horse-7');
  await page.getByLabel(t('Confirm password'), { exact: true }).fill('Correct-Horse-7');
  await page.getByLabel(t('I agree with the terms and conditions')).check();
  await page.getByRole('button', { name: t('Sign up') }).click();
  await expect(page.getByRole('dialog', { name: t('Add project') })).toBeVisible();
}

/** Gives the address of a feed and waits until its import is over. */
async function addFeed(page: Page, language: Language, file: string): Promise<void> {
  const t = languages[language];
  const dialog = page.getByRole('dialog', { name: t('Add project') });
  await dialog.getByLabel(t('Name'), { exact: true }).fill(path.basename(file));
  await dialog.getByLabel(t('Address of the feed')).fill(host.put(`/${language}/${path.basename(file)}`, readFileSync(file)));
  await dialog.getByRole('button', { name: t('Add project') }).click();
  await expect(page).toHaveURL(/\/data\/import\/edit/);
  await expect(page.getByText(t('Items imported'))).toBeVisible({ timeout: importMilliseconds });
}

async function search(page: Page, language: Language, query: string): Promise<void> {
  const t = languages[language];
  await page.getByRole('link', { name: t('Query tester') }).click();
  await page.getByRole('searchbox', { name: t('Type a query') }).fill(query);
}

for (const language of ['en', 'cs'] as const) {
  test(`from signing up to the first call of the shop, in ${language}`, async ({ page }) => {
    const t = languages[language];
    const words = { en: { query: 'lawn mower', unknown: 'grassclipper' }, cs: { query: 'sekacka', unknown: 'travokos' } }[
      language
    ];
    await signUp(page, language);
    await page.getByRole('button', { name: t('Try a sample shop') }).click();
    await expect(page.getByText(t('Items imported'))).toBeVisible({ timeout: importMilliseconds });
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.reload();
    await expect(page.getByText(t('Items imported'))).toBeVisible();

    await search(page, language, words.query);
    const rows = page.getByRole('row');
    await expect(rows.nth(1)).toContainText(language === 'cs' ? /sekačka/i : /mower/i);
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole('link', { name: t('Synonyms') }).click();
    await page
      .getByRole('button', { name: t('Add synonym') })
      .first()
      .click();
    const drawer = page.getByRole('dialog', { name: t('Add synonym') });
    await drawer.getByLabel(t('Term')).fill(words.unknown);
    await drawer.getByLabel(t('Synonyms')).fill(words.query);
    await drawer.getByLabel(t('Synonyms')).press('Enter');
    await drawer.getByRole('button', { name: t('Add synonym') }).click();
    await expect(page.getByRole('row').filter({ hasText: words.unknown })).toBeVisible();

    await search(page, language, words.unknown);
    await expect(rows.nth(1)).toContainText(language === 'cs' ? /sekačka/i : /mower/i);

    await page.getByRole('link', { name: t('Credentials') }).click();
    const command = page.getByText(/^curl 'http.*\/front\/search\?.*token=\S{20}/);
    const address = /'(http[^']+)'/.exec((await command.textContent()) ?? '')?.[1] ?? '';
    const answer = await fetch(address.replace(/q=[^&]*/, `q=${encodeURIComponent(words.unknown)}`));
    expect(((await answer.json()) as { data: { total_count: number } }).data.total_count).toBeGreaterThan(0);
  });
}

const feeds = [
  { file: 'feeds/xml/kikuai_google.xml', query: 'lamp', found: 'Desk Lamp' },
  { file: 'feeds/xml/inteve_google.xml', query: 'abc', found: 'Product ABC' },
  { file: 'feeds/xml/inteve_heureka.xml', query: 'def', found: 'Product DEF' },
  { file: 'feeds/xml/baraja_heureka.xml', query: 'full product', found: 'Full Product Name' },
  { file: 'catalogues/bestbuy_typesense.json', query: 'galaxy', found: /Galaxy/ },
  { file: 'feeds/csv/sukl_dis13_202005_cp1250.csv', query: 'elmex gelee', found: 'ELMEX GELÉE' },
] as const;

for (const [index, { file, query, found }] of feeds.entries()) {
  const language = index % 2 === 0 ? 'en' : 'cs';
  test(`the feed ${path.basename(file)} is imported and searched, in ${language}`, async ({ page }) => {
    const real = sharedData(file);
    test.skip(real === null, `${file} is not beside the checkout`);
    test.setTimeout(2 * importMilliseconds);
    await signUp(page, language);
    await addFeed(page, language, real ?? '');
    await search(page, language, query);
    await expect(page.getByRole('row').nth(1)).toContainText(found);
  });
}

test('what is wrong in a feed stands in its error data', async ({ page }) => {
  const real = sharedData('feeds/xml/inteve_heureka.xml');
  test.skip(real === null, 'the feed is not beside the checkout');
  await signUp(page, 'en');
  await addFeed(page, 'en', real ?? '');
  await page.getByRole('link', { name: 'See what was wrong' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('001');
  expect(await accessibilityProblems(page)).toEqual([]);
});
