import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sharedData } from '#scripts/shared-data.ts';
import { signUpNewcomer } from './calls.ts';
import { expect, signIn, test } from './fixtures.ts';
import { expectFits, lookAt, sentencesOf } from './look.ts';
import { merchandisersDay, type Row } from './merchandisers-day.ts';

const pageRows = 20;

/** Two real shops, each with a second feed whose values are attributes. */
const walks = [
  {
    look: { language: 'en' },
    file: 'feeds/csv/vendure_products.csv',
    imported: '86',
    together: '112',
    leftOut: { count: '2', rows: 2 },
    toCheck: { count: '0', rows: 0 },
    remark: null,
    field: { name: 'option_groups', uses: 'Filters' },
    phrase: 'running shoe',
    item: { search: 'cafe chair', name: 'Modern Cafe Chair', field: 'param_color', value: 'yellow' },
  },
  {
    look: { language: 'cs', isPhone: true, isDark: true },
    file: 'feeds/csv/sukl_dis13_202005_cp1250.csv',
    imported: '8 184',
    together: '8 210',
    leftOut: { count: '1 000', rows: 1_000 },
    toCheck: { count: '0', rows: 0 },
    remark: /Byl přečten jako windows-1250\./,
    field: { name: 'typ_pohybu', uses: 'Filtry' },
    phrase: 'fresenius kabi',
    item: { search: 'elmex gelee', name: 'ELMEX GELÉE', field: 'zeme', value: 'D' },
  },
] as const;

for (const walk of walks) {
  const { language } = walk.look;
  const t = sentencesOf(language);

  test(`an owner's way through the screens of their data, on real files, in ${language}`, async ({ page, server, feedHost }) => {
    const [file, attributes] = [sharedData(walk.file), sharedData('feeds/xml/bagisto_products.xml')];
    test.skip(file === null || attributes === null, 'the real feeds are not beside the checkout');
    const serve = (real: string) => feedHost.put(`/${language}/${path.basename(real)}`, readFileSync(real));
    const { token } = await signUpNewcomer(server.url);
    await signIn(page, token);
    await lookAt(page, walk.look);
    const rows = page.locator('tbody tr');

    await test.step('the first import', async () => {
      await page.goto('/');
      await page.getByLabel(t('Feed URL')).fill(serve(file!));
      await page.getByRole('button', { name: t('Continue') }).click();
      await page.getByLabel(t('Name'), { exact: true }).fill('Shop');
      await expectFits(page);
      await page.getByRole('button', { name: t('Add project') }).click();
      await expect(page).toHaveURL(/\/data\/import\/edit/);
      await expect(page.getByText(`${walk.imported} ${language === 'cs' ? 'položek' : 'items'}`, { exact: true })).toBeVisible();
      if (walk.remark) await expect(page.getByText(walk.remark)).toBeVisible();
      await expectFits(page);
    });

    await test.step('error data', async () => {
      await page.getByRole('link', { name: t('View problems') }).click();
      await page.getByText(`${t('To check')} (${walk.toCheck.count})`).click();
      await expect(rows).toHaveCount(walk.toCheck.rows);
      await page.getByText(`${t('Skipped')} (${walk.leftOut.count})`).click();
      await expect(rows).toHaveCount(Math.min(walk.leftOut.rows, pageRows));
      await rows.first().getByRole('button').click();
      await expect(page.getByText(/^(Give every item an id of its own|Dejte každé položce vlastní id)/)).toBeVisible();
      await expectFits(page);
      await page.reload();
      await expect(page.getByText(t('What to do'))).toBeVisible();
      const arriving = page.waitForEvent('download');
      await page.getByRole('button', { name: t('Download CSV') }).click();
      const csv = readFileSync(await (await arriving).path(), 'utf8');
      expect(csv.trim().split('\n')).toHaveLength(walk.leftOut.rows + 1);
    });

    await test.step('feeds, with a second one', async () => {
      await page.goto('/data/import');
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText(walk.imported);
      await expectFits(page);
      await page.getByRole('button', { name: t('Add feed') }).click();
      const drawer = page.getByRole('dialog', { name: t('Add feed') });
      await drawer.getByRole('textbox', { name: t('Name') }).fill('Attributes');
      await drawer.getByRole('textbox', { name: t('Feed URL') }).fill(serve(attributes!));
      await drawer.getByRole('button', { name: t('Add feed') }).click();
      await expect(page.getByRole('heading', { name: t('Try a search') })).toBeVisible();
    });

    await test.step('mapping', async () => {
      await page.getByRole('link', { name: t('Edit mapping') }).click();
      await expect(page.getByText('Arctic Cozy Knit Unisex Beanie', { exact: true })).toBeVisible();
      await page.getByRole('combobox', { name: t('Use {field} as', { field: '@url_key' }) }).selectOption(t('Ignored'));
      await expectFits(page);
      await page.getByRole('button', { name: t('Save mapping') }).click();
      await page.getByRole('button', { name: t('Import now') }).click();
      await expect(page.getByRole('listitem').filter({ hasText: `@url_key${t('ignored')}` })).toBeVisible();
    });

    await test.step('collections', async () => {
      await page.goto('/data/collections');
      await expect(rows).toContainText(walk.together);
      await expect(rows).toContainText(t('Live'));
      await expectFits(page);
    });

    await test.step('schema', async () => {
      await page.goto(`/data/schema?search=${walk.field.name}`);
      const row = rows.filter({ has: page.getByRole('link', { name: walk.field.name, exact: true }) });
      await expect(row).toContainText(walk.field.uses);
    });

    await test.step('phrases', async () => {
      await page.goto('/data/phrases');
      await expect(page.getByRole('switch').first()).toBeAttached();
      await expectFits(page);
      await page.getByRole('searchbox', { name: t('Search phrases') }).fill(walk.phrase);
      await expect(rows.first()).toContainText(new RegExp(walk.phrase, 'i'));
    });

    await test.step('documents', async () => {
      await page.goto('/developer/documents');
      await page.getByRole('searchbox', { name: t('Search documents') }).fill(walk.item.search);
      await expect(rows.first()).toContainText(walk.item.name);
      await page.getByRole('button', { name: t('Filter by field') }).click();
      await page.getByRole('combobox', { name: t('Field') }).click();
      await page.getByRole('option', { name: walk.item.field, exact: true }).click();
      await page.getByRole('combobox', { name: t('Value') }).fill(walk.item.value);
      await page.getByRole('option', { name: new RegExp(`^${walk.item.value} `) }).click();
      await page.getByRole('button', { name: t('Filter'), exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`field=${walk.item.field}`));
      await expect(rows.first()).toContainText(walk.item.name);
      await expectFits(page);
    });
  });
}

const icecat = sharedData('relevance/icecat/products.jsonl');
/** Enough items for every query; importing all would take longer than the journey. */
const icecatItems = 3_000;

/** The searched columns of five thousand. */
function icecatRow(line: string): Row {
  const { id, title, short_description: description, supplier, price, date_released: released } = JSON.parse(line);
  return { id, name: title, description, brand: supplier, price: Number(price) / 100, released };
}

test("a merchandiser's day with a real catalogue, in Czech", async ({ page, asFilledShop, feedHost, server }) => {
  test.skip(icecat === null, 'the real catalogue is not beside the checkout');
  const lines = readFileSync(icecat ?? '', 'utf8').split('\n', icecatItems);
  await merchandisersDay(
    { page, asFilledShop, feedHost, server },
    {
      language: 'cs',
      rows: lines.filter(Boolean).map(icecatRow),
      redirect: { query: 'reklamace', to: 'https://shop.example/reklamace' },
      pattern: { term: '^(ntb|no[tť]as)y?$', typed: ['ntb', 'noťasy'], means: 'notebook' },
      ignored: 'levné',
      curated: { query: 'notebook', forms: ['notebook', 'Notebooks', 'hp notebooks'] },
      boosted: { query: 'mouse', field: 'brand', value: 'Kensington' },
      dated: 'released',
    },
  );
});
