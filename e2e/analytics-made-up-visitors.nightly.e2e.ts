import { expect, test } from './fixtures.ts';
import { sentencesOf } from './look.ts';

const t = sentencesOf('cs');

test('a month of made-up visitors shows what a shop would see, and what fixes it', async ({ page, asSampleShop }) => {
  await asSampleShop({ language: 'cs' });
  await page.goto('/analytics/searches-without-results?range=30-days');
  await page.getByRole('button', { name: t('Fill with a month of made-up visitors') }).click();
  await expect(page.getByText(t('A month of made-up visitors is there.'))).toBeVisible();
  await expect(page.getByText(t('The visitors of this sample shop are made up.'))).toBeVisible();

  const first = page.getByRole('row').filter({ hasText: '→' }).first();
  const query = (await first.getByRole('cell').nth(1).innerText()).trim();
  await first.getByRole('button', { name: t('Fix this problem') }).click();
  const drawer = page.getByRole('dialog', { name: t('Fix “{query}”', { query }) });
  await drawer
    .getByRole('button', { name: t('Add synonym') })
    .or(drawer.getByRole('button', { name: t('Add replacing term') }))
    .last()
    .click();
  await expect(page.getByText(t('Saved. Live now.'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('row').filter({ has: page.getByText(query, { exact: true }) })).toHaveCount(0);

  // Fixed queries are marked, and their release is too new to compare.
  await page.goto(`/analytics/trending-searches/item?range=30-days&q=${encodeURIComponent(query)}`);
  await expect(page.getByRole('figure', { name: t('Searches by day') })).toBeVisible();
  await page.goto('/search-settings/releases?release=3');
  await page.getByRole('button', { name: t('Compare before and after') }).click();
  await expect(
    page.getByText(t('A whole day has to pass before there is anything to compare; after a week it says more.')),
  ).toBeVisible();

  await page.goto('/dashboard');
  await page.getByRole('button', { name: t('Remove them') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('Remove them') })
    .click();
  await expect(page.getByText(t('The made-up visitors are gone.'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('Fill with a month of made-up visitors') })).toBeVisible();
});
