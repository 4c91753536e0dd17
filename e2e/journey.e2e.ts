import type { Page } from '@playwright/test';
import { firstByDay } from './first-by-day.ts';
import { expect, test } from './fixtures.ts';
import { type Language, lookAt, sentencesOf } from './look.ts';
import { openByMenu } from './menu.ts';

/** What an owner does on the first day, from sign-up to the first call of their shop. */

let people = 0;

async function signUp(page: Page, language: Language): Promise<void> {
  const t = sentencesOf(language);
  await lookAt(page, { language });
  await page.goto('/register');
  await page.getByLabel(t('First name')).fill('Eva');
  await page.getByLabel(t('Last name')).fill('Nová');
  await page.getByLabel(t('E-mail')).fill(`eva${(people += 1)}-${Date.now()}@example.com`);
  await page.getByLabel(t('Password'), { exact: true }).fill('Correct-Horse-7');
  await page.getByLabel(t('Confirm password'), { exact: true }).fill('Correct-Horse-7');
  await page.getByLabel(t('I agree with the terms and conditions')).check();
  await page.getByRole('button', { name: t('Sign up') }).click();
  await expect(page.getByRole('heading', { name: t('Add your first project') })).toBeVisible();
}

async function search(page: Page, language: Language, query: string): Promise<void> {
  const t = sentencesOf(language);
  await openByMenu(page, t('Query tester'));
  await page.getByRole('searchbox', { name: t('Type a query') }).fill(query);
}

for (const language of firstByDay('en', 'cs')) {
  test(`from signing up to the first call of the shop, in ${language}`, async ({ page }) => {
    const t = sentencesOf(language);
    const words = { en: { query: 'lawn mower', unknown: 'grassclipper' }, cs: { query: 'sekacka', unknown: 'travokos' } }[
      language
    ];
    await signUp(page, language);
    await page.getByRole('button', { name: t('Try a sample shop') }).click();
    await expect(page).toHaveURL(/\/data\/import\/edit\?id=\d+&p=\d+$/);
    await expect(page.getByRole('link', { name: t('Try a search') })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: t('Try a search') })).toBeVisible();

    await search(page, language, words.query);
    const rows = page.getByRole('row');
    await expect(rows.nth(1)).toContainText(language === 'cs' ? /sekačka/i : /mower/i);

    await openByMenu(page, t('Synonyms'));
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

    await openByMenu(page, t('Credentials'));
    const command = page.getByText(/^curl 'http.*\/front\/search\?.*token=\S{20}/);
    const address = /'(http[^']+)'/.exec((await command.textContent()) ?? '')?.[1] ?? '';
    const answer = await fetch(address.replace(/q=[^&]*/, `q=${encodeURIComponent(words.unknown)}`));
    expect(((await answer.json()) as { data: { total_count: number } }).data.total_count).toBeGreaterThan(0);
  });
}
