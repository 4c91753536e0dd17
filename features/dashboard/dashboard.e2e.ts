import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { send } from '#e2e/calls.ts';
import { firstByDay } from '#e2e/first-by-day.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectFits, phone, sentencesOf } from '#e2e/look.ts';
import { lamps } from '#testing/feeds/feed-shops.ts';

test('a moment fits into its card on a tablet, in the language where it is longest', async ({ page, asFilledShop, feedHost }) => {
  await asFilledShop(feedHost.put('/cards.ndjson', lamps(3)), {}, { language: 'cs' });
  await page.clock.install({ time: Date.now() + 47 * 60_000 });
  await page.setViewportSize({ width: 820, height: 800 });
  await page.goto('/dashboard');
  const moment = page.getByText(/^před \d+ minutami$/).first();
  await expect(moment).toBeVisible();
  const [card, text] = [await page.locator('section').filter({ has: moment }).boundingBox(), await moment.boundingBox()];
  expect(text!.x + text!.width).toBeLessThan(card!.x + card!.width);
});

/** A visitor of the shop asks. */
const search = (url: string, token: string, q: string, visitor: string): Promise<unknown> =>
  send(url, { method: 'GET', path: `/front/search?${new URLSearchParams({ token, q, visitor }).toString()}` });

const part = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });

for (const [language, viewport] of firstByDay(['cs', phone], ['en', { width: 1280, height: 900 }]))
  test(`from the first try to the figures of visitors and the way to mend them, at ${viewport.width} px in ${language}`, async ({
    page,
    server,
    asFilledShop,
    feedHost,
  }) => {
    const t = sentencesOf(language);
    const { token } = await asFilledShop(feedHost.put(`/figures-${language}.ndjson`, lamps(12)), {}, { language });
    await page.setViewportSize(viewport);
    await page.goto('/dashboard');

    // Nobody has searched: what they would find, and how the shop is connected.
    const trial = part(page, t('Try a query as your customer'));
    await expect(trial.getByRole('listitem')).toHaveCount(3);
    await trial.getByRole('textbox').fill('Lamp 7');
    await expect(trial.getByRole('listitem').first()).toContainText('Lamp 7');
    const connect = part(page, t('Connect your shop'));
    await expect(connect).toContainText(token);
    await expect(connect.getByText(t('Waiting for the first call…'))).toBeVisible();
    await expect(part(page, t('To do')).getByRole('link', { name: t('Add your first synonym') })).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);

    // The page notices by itself.
    for (const visitor of ['ann', 'bob', 'eve']) await search(server.url, token, 'lamp', visitor);
    await search(server.url, token, 'qqzzxx', 'ann');
    const all = part(page, t('Total queries'));
    await expect(all.getByRole('link', { name: '4', exact: true })).toBeVisible();
    await expect(page).toHaveURL(/range=7-days/);
    await expect(part(page, t('Total queries without results'))).toContainText(language === 'en' ? '25%' : '25 %');
    await expect(part(page, t('To do'))).toContainText(language === 'en' ? '1 query without results' : '1 dotaz bez výsledků');
    await expect(part(page, t('Is search getting better?'))).toContainText(
      t('The first whole week, from Monday to Sunday, isn’t over yet.'),
    );
    await expectAccessible(page);
    await expectFits(page);
    await all.getByRole('button', { name: t('Show as a table') }).click();
    await expect(all.getByRole('table')).toBeVisible();
    await expectFits(page);

    // Every row leads to what it is about, and what finds nothing can be mended here.
    await page.getByRole('tab', { name: t('Without results') }).click();
    await expect(page.getByRole('row').filter({ hasText: 'qqzzxx' })).toBeVisible();
    await page.getByRole('button', { name: t('Fix this problem') }).click();
    const fix = page.getByRole('dialog', { name: /qqzzxx/ });
    await expect(fix).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(fix).toBeHidden();
    await all.getByRole('link', { name: '4', exact: true }).click();
    await expect(page).toHaveURL(/\/analytics\/history-query\/search\?.*range=7-days/);
    await page.goBack();
    await page.getByRole('tab', { name: t('Top'), exact: true }).click();
    await page.getByRole('link', { name: 'lamp', exact: true }).click();
    await expect(page).toHaveURL(/\/analytics\/trending-searches\/item\?.*q=lamp/);
  });
