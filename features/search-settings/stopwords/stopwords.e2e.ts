import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectFits, sentencesOf } from '#e2e/look.ts';
import { timeZone } from '#e2e/time-zone.ts';
import { lamps } from '#testing/feeds/feed-shops.ts';

const topOf = async (part: Locator) => (await part.boundingBox())?.y;

const ask = async (page: Page, query: string) => {
  await page.goto(`/developer/query-tester?q=${query}`);
  await expect(page.getByRole('region', { name: 'What was done with the query' })).toBeVisible();
};

test('terms wait, go live, and are shown as ignored in queries', async ({ page, asFilledShop, feedHost }) => {
  await asFilledShop(feedHost.put('/ignored.ndjson', lamps(5)));
  await page.goto('/search-settings/stopwords');
  await page.getByRole('button', { name: /^Ignore terms in/ }).click();
  await expect(page.getByText(/leave ignored terms out/)).toBeVisible();
  await expect(page.getByText('No ignored terms yet')).toBeVisible();
  await expect(page.getByText('No collection ignores terms.')).toBeHidden();
  await page.keyboard.press('n');
  const form = page.getByRole('form', { name: 'Add term' });
  await form.getByLabel('Ignored term').fill('with for with');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: 'with' })).toBeVisible();
  await expect(form.getByLabel('Ignored term')).toHaveValue('');
  await form.getByLabel('Ignored term').fill('with');
  await page.keyboard.press('Enter');
  await expect(form.getByText('“with” is here already.')).toBeVisible();
  const bar = page.getByRole('group', { name: '2 changes wait for midnight' });
  await expect(bar).toContainText(new RegExp(`\\(${timeZone}, in \\d+ hours\\)`));
  const rowOf = (word: string) => page.getByRole('row', { name: word });
  await expect(rowOf('with')).toContainText('Waits for midnight');
  await expectAccessible(page);

  await bar.getByRole('button', { name: 'Show changes' }).click();
  const changes = page.getByRole('dialog', { name: 'Waiting changes' });
  await expect(changes.getByRole('listitem').first()).toContainText('Left out of queries.');
  await changes.getByRole('button', { name: 'Take back “with”' }).click();
  await expect(changes.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  await changes.getByRole('button', { name: 'Regenerate' }).click();
  await expect(page.getByRole('status').filter({ hasText: /1 change is live in release \d+/ })).toBeVisible();
  await expect(rowOf('with')).toBeHidden();
  await expect(rowOf('for')).toContainText('Live');

  await ask(page, 'lamp+for+garden');
  await expect(page.getByText('“for” is an ignored term.')).toBeVisible();
  await page.getByRole('link', { name: 'Show the term' }).click();
  await rowOf('for').getByRole('button', { name: 'Delete term' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf('for')).toContainText('Removal waits');
  await rowOf('for').getByRole('button', { name: 'Keep “for”' }).click();
  await expect(rowOf('for')).toContainText('Live');
  await expect(page.getByRole('button', { name: 'Regenerate' })).toBeHidden();
});

test('a set is added and removed on a phone, in Czech', async ({ page, asShop, feedHost }) => {
  const t = sentencesOf('cs');
  await asShop(feedHost.put('/ignored-cs.ndjson', lamps(5)), { language: 'cs' }, { language: 'cs', isPhone: true, isDark: true });
  await page.goto('/search-settings/stopwords');
  await page
    .getByRole('main')
    .getByRole('button', { name: t('Add set: {language}', { language: 'Čeština' }) })
    .click();
  await expect(page.getByRole('row', { name: 'aby' })).toContainText(t('Waits for midnight'));
  await expectFits(page);
  await expectAccessible(page);
  const bar = page.getByRole('group', { name: '346 změn čeká na půlnoc' });
  expect(await topOf(bar.getByRole('button', { name: t('Regenerate') }))).toBe(
    await topOf(bar.getByRole('button', { name: t('Show changes') })),
  );
  await bar.getByRole('button', { name: t('Regenerate') }).click();
  await expect(page.getByText(/346 změn je v\sprovozu/)).toBeVisible();
  await expect(page.getByRole('row', { name: 'aby' })).toContainText(t('Live'));

  await page.getByRole('button', { name: t('Add set') }).click();
  await page.getByRole('menuitem', { name: t('Remove set: {language}', { language: 'Čeština' }) }).click();
  await expect(page.getByRole('row', { name: 'aby' })).toContainText(t('Removal waits'));
  await page.reload();
  await expect(page.getByRole('group', { name: '346 změn čeká na půlnoc' })).toBeVisible();
  await expectAccessible(page);
});
