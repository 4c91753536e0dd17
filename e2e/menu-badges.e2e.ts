import { readBadges } from '#features/search-settings/linter/linter.contract.ts';
import { lamps } from '#testing/feeds/feed-shops.ts';
import { expect, test } from './fixtures.ts';
import { sentencesOf } from './look.ts';

const t = sentencesOf('cs');
const counts = { synonyms: 14, fixits: 23, stopwords: 128, curations: 45 };

test('names in the Czech menu are whole, whatever badges stand beside them', async ({ page, asShop, feedHost }) => {
  await asShop(feedHost.put('/badges.ndjson', lamps(2)), { language: 'cs' }, { language: 'cs' });
  const data = { waiting: counts, drafts: { boosts: 2 }, findings: { ...counts, boosts: 3 } };
  await page.route(`**${readBadges.path}`, (route) => route.fulfill({ json: { err: 0, msg: '', data, errors: [] } }));
  await page.goto('/search-settings/synonyms');
  const menu = page.getByRole('navigation', { name: t('Main menu') });
  await expect(menu.getByText('128').first()).toBeVisible();
  // What only screen readers get is one pixel wide.
  const cut = await menu
    .locator('a, a > span')
    .evaluateAll((parts) =>
      parts
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent),
    );
  expect(cut).toEqual([]);
  await expect(menu.getByRole('link', { name: t('Replacing terms') })).toBeVisible();
});
