import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { firstByDay } from '#e2e/first-by-day.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectFits, phone, sentencesOf } from '#e2e/look.ts';
import { visitorsOf } from '#e2e/visitors.ts';

const names = ['Mobil Alfa', 'Mobil Beta', 'Mobil Gama', 'Kalkulačka 234', 'Lampa stolní'];
const feed = names.map((name, at) => JSON.stringify({ id: `${at}`, name, price: 100 + at })).join('\n');
const hostile = '<script>alert(1)</script>';
const address = '/analytics/searches-without-results?range=7-days';

/** What holds a number, or is called shorter on screen than in the sources. */
const words = {
  en: {
    proposal: '→ mobil · 3 items',
    finds: 'Finds 3 items now',
    dismiss: 'Dismiss',
    dismissed: '1 query was dismissed.',
    fixedTab: 'Fixed 1',
    fixed: 'Fixed · finds 3 now',
  },
  cs: {
    proposal: '→ mobil · 3 položky',
    finds: 'Nyní najde 3 položky',
    dismiss: 'Zamítnout',
    dismissed: 'Zamítnut 1 dotaz.',
    fixedTab: 'Vyřešené 1',
    fixed: 'Vyřešeno · nyní najde 3',
  },
} as const;

const row = (page: Page, query: string) => page.getByRole('row').filter({ has: page.getByText(query, { exact: true }) });

/** Until what visitors did is written, which is every second. */
const untilListed = async (page: Page, query: string) =>
  expect(async () => {
    await page.goto(address);
    await expect(row(page, query)).toBeVisible({ timeout: 2_000 });
  }).toPass();

for (const language of firstByDay('en', 'cs'))
  test(`a misspelt query is mended where it is seen, and stands with its effect among the fixed ones, in ${language}`, async ({
    page,
    asFilledShop,
    server,
    feedHost,
  }) => {
    const t = sentencesOf(language);
    const { token } = await asFilledShop(feedHost.put(`/mobiles-${language}.ndjson`, feed), { language: 'cs' }, { language });
    const visitors = visitorsOf(server, token);
    await visitors.search('mobyl', 3);
    await visitors.search('ledovka', 2);
    await visitors.search(hostile);
    await untilListed(page, 'mobyl');
    await expect(row(page, 'mobyl').getByText(words[language].proposal)).toBeVisible();
    await expect(row(page, 'ledovka').getByText('–', { exact: true })).toBeVisible();
    await expect(row(page, hostile)).toBeVisible();
    await expectAccessible(page);

    await row(page, 'mobyl')
      .getByRole('button', { name: t('Fix this problem') })
      .click();
    const drawer = page.getByRole('dialog', { name: t('Fix “{query}”', { query: 'mobyl' }) });
    await expect(drawer.getByText('mobyl → mobil')).toBeVisible();
    await expect(drawer.getByText(words[language].finds, { exact: false })).toBeVisible();
    await expect(drawer.getByText('Mobil Alfa')).toBeVisible();
    await expectAccessible(page);
    // A second click adds nothing more, and the next query is opened.
    await drawer
      .getByRole('button', { name: t('Add synonym') })
      .last()
      .dblclick();
    await expect(page.getByText(t('Saved. Live now.'))).toBeVisible();
    const next = page.getByRole('dialog', { name: t('Fix “{query}”', { query: 'ledovka' }) });
    await expect(next).toBeVisible();
    await next.getByRole('button', { name: words[language].dismiss }).click();
    await expect(page.getByText(words[language].dismissed)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(row(page, 'mobyl')).toHaveCount(0);
    await expect(row(page, 'ledovka')).toHaveCount(0);

    await page.getByText(words[language].fixedTab).click();
    await expect(row(page, 'mobyl')).toContainText(words[language].fixed);
    await expectAccessible(page);
    expect((await visitors.search('mobyl')).items).toHaveLength(3);
    await row(page, 'mobyl')
      .getByRole('link', { name: t('Synonym'), exact: true })
      .click();
    await expect(page.getByRole('dialog', { name: t('Edit synonym') })).toBeVisible();

    await page.goto(`${address}&state=dismissed`);
    await row(page, 'ledovka')
      .getByRole('button', { name: t('Reopen') })
      .click();
    await expect(row(page, 'ledovka')).toHaveCount(0);
    await page.setViewportSize(phone);
    await page.goto(address);
    await expect(row(page, 'ledovka')).toBeVisible();
    await expectFits(page);
    await row(page, 'ledovka')
      .getByRole('button', { name: t('Fix this problem') })
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectFits(page);
  });

test('many queries are mended or dismissed at once, after what will be added is told', async ({
  page,
  asFilledShop,
  server,
  feedHost,
}) => {
  const { token } = await asFilledShop(feedHost.put('/many.ndjson', feed), { language: 'cs' });
  const visitors = visitorsOf(server, token);
  for (const query of ['mobyl', 'lampaa', 'ledovka', 'ěšč']) await visitors.search(query);
  await untilListed(page, 'lampaa');
  await untilListed(page, 'ěšč');
  for (const query of ['mobyl', 'lampaa', 'ledovka']) await page.getByRole('checkbox', { name: `Select “${query}”` }).check();
  await page.getByRole('button', { name: 'Accept proposals' }).click();
  const question = page.getByRole('dialog', { name: 'Accept 2 proposals?' });
  await expect(question.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Accept proposals' }).click();
  await expect(page.getByText('2 queries were fixed.')).toBeVisible();
  await expect(row(page, 'mobyl')).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Select “ledovka”' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Dismiss' }).click();
  await expect(row(page, 'ledovka')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'ledovka')).toBeVisible();
  // What a keyboard wrote is answered without a rule, and may become one.
  await expect(row(page, 'ěšč').getByText('→ 234 · 1 item')).toBeVisible();
});
