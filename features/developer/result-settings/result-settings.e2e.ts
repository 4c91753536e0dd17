import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { read } from '#e2e/calls.ts';
import { firstByDay } from '#e2e/first-by-day.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectFits, phone, sentencesOf } from '#e2e/look.ts';
import { frontAutocomplete } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { frontCatalog } from '#features/front-api/catalog/catalog.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';

const address = '/developer/result-settings';
const catalogue = '/developer/result-settings/catalog';

const feed = Array.from({ length: 12 }, (_, at) =>
  JSON.stringify({
    id: `k${at}`,
    name: `Garden lamp ${at}`,
    category: at % 3 === 0 ? 'Garden > Lamps' : 'Kitchen > Lamps',
    brand: at % 2 === 0 ? 'Acme' : 'Lumen',
    price: 100 - at,
    description: 'Stands in the grass and shines for a whole night, whatever the weather is like',
    availability: 'in stock',
  }),
).join('\n');

type Say = ReturnType<typeof sentencesOf>;
interface Answer {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly columns?: readonly { readonly kind: string }[];
  readonly facets: readonly { readonly label?: string }[];
}

const sample = (page: Page, say: Say): Locator => page.getByRole('region', { name: say('Sample'), exact: true });
const row = (page: Page, list: string, at: number): Locator =>
  page.getByRole('list', { name: list, exact: true }).locator('> li').nth(at);
const idsOf = (page: Page, list: string): Promise<(string | null)[]> =>
  page
    .getByRole('list', { name: list, exact: true })
    .locator('> li')
    .evaluateAll((rows) => rows.map((one) => one.getAttribute('data-card')));

/** On a phone settings and sample take turns. */
async function look(page: Page, say: Say, part: 'Settings' | 'Sample'): Promise<void> {
  const choice = page.getByRole('radiogroup', { name: say('Part of the screen') });
  if (await choice.isVisible()) await choice.getByText(say(part), { exact: true }).click();
}

async function publish(page: Page, say: Say): Promise<void> {
  await page.getByRole('button', { name: say('Save and publish') }).click();
  await expect(page.getByText(/^(Saved\. Live now, release \d+\.|Uloženo\.\sV\sprovozu,\svydání\s\d+\.)/).last()).toBeVisible();
  await expect(page.getByRole('region', { name: say('Unsaved changes') })).toBeHidden();
}

for (const how of firstByDay({ language: 'cs', isPhone: true, isDark: true }, { language: 'en', isPhone: false })) {
  const say = sentencesOf(how.language);

  test(`what answers hold is tried, published and seen by the shop, in ${how.language}${how.isPhone ? ', on a phone' : ''}`, async ({
    page,
    context,
    asFilledShop,
    feedHost,
    server,
  }) => {
    test.slow();
    const shop = await asFilledShop(feedHost.put(`/results-${how.language}.ndjson`, feed), { language: 'en' }, how);
    const ask = (path: string, asked: Record<string, string>) =>
      read<Answer>(
        server.url,
        `${path}?${new URLSearchParams({ token: shop.token, ...asked }).toString()}`,
        shop.sessionToken,
        shop.token,
      );
    const search = () => ask(frontSearch.path, { q: 'lamp' });
    const shown = (name: string) => page.getByRole('switch', { name: say('{name}: shown', { name }), exact: true });

    await test.step('fields, number, order and filters of search', async () => {
      await page.goto(`${address}?tab=search&q=lamp`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('Result settings'));
      await shown('brand').focus();
      await page.keyboard.press('Space');
      await page.getByLabel(`${say('Max. length')}: description`).fill('5');
      await expect(page.getByText(say('A whole number, 10 or more, or empty.'))).toBeVisible();
      await expect(page.getByRole('button', { name: say('Save and publish') })).toBeDisabled();
      await page.getByLabel(`${say('Max. length')}: description`).fill('20');
      await page.getByLabel(say('Results per page')).fill('3');
      await page.getByRole('combobox', { name: say('Add choice') }).click();
      await page.getByRole('option', { name: 'price ↑' }).click();
      await page.getByRole('combobox', { name: say('Add filter') }).click();
      await page.getByRole('option', { name: 'brand', exact: true }).click();
      await row(page, say('Filters'), 0)
        .getByLabel(`${say('Label')}: brand`)
        .fill('Maker');
      await expectFits(page);
      await expectAccessible(page);

      await look(page, say, 'Sample');
      const tried = sample(page, say);
      await expect(tried.getByRole('listitem').filter({ hasText: 'Garden lamp 11' })).toBeVisible();
      await expect(tried.getByRole('heading', { name: 'Maker' })).toBeVisible();
      await tried.locator('summary').first().click();
      await expect(tried.getByText('Stands in the grass…').first()).toBeVisible();
      await expect(tried.getByText('Acme 6')).toBeVisible();
      await expect(tried.locator('dt', { hasText: 'brand' })).toHaveCount(0);
      await tried.getByText(say('Answer (JSON)')).click();
      await expect(tried.locator('pre')).toContainText('"description": "Stands in the grass…"');
      await expect(tried.getByText(say('By the unsaved settings. The copied call answers by the saved ones.'))).toBeVisible();
      await expectFits(page);
      await expectAccessible(page);
      await look(page, say, 'Settings');
    });

    await test.step('only what is saved reaches the shop and the query tester', async () => {
      expect((await search()).items).toHaveLength(12);
      await publish(page, say);
      await expect
        .poll(async () => (await search()).items.map(({ price, description }) => [price, description]))
        .toEqual([89, 90, 91].map((price) => [price, 'Stands in the grass…']));
      const { items, facets } = await search();
      expect(items[0]).not.toHaveProperty('brand');
      expect(facets).toMatchObject([{ label: 'Maker' }]);
      await page.goto('/developer/query-tester?q=lamp');
      await expect(page.getByRole('main').getByText('Garden lamp 11')).toBeVisible();
      await expect(page.getByRole('main').getByText('Garden lamp 0', { exact: true })).toBeHidden();
    });

    await test.step('blocks of the panel are put in order by keys', async () => {
      await page.goto(`${address}?q=lam`);
      const layout = say('Panel layout');
      await expect.poll(() => idsOf(page, layout)).toEqual(['phrases', `items ${shop.collection_id}`]);
      await page.getByRole('combobox', { name: say('Add block') }).click();
      await page.getByRole('option', { name: /category$/ }).click();
      await row(page, layout, 2).focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Space');
      const values = `values ${shop.collection_id} category`;
      expect(await idsOf(page, layout)).toEqual([values, 'phrases', `items ${shop.collection_id}`]);
      await expect(row(page, layout, 0)).toBeFocused();
      await look(page, say, 'Sample');
      await expect(sample(page, say).getByRole('heading').first()).toHaveText('category');
      await expect(sample(page, say).getByText('Kitchen > Lamps').first()).toBeVisible();
      await expectAccessible(page);
      await look(page, say, 'Settings');
      await publish(page, say);
      const completed = await ask(frontAutocomplete.path, { q: 'lam' });
      expect(completed.columns?.map(({ kind }) => kind)).toEqual(['values', 'phrases', 'items']);
    });

    await test.step('what another tab saves first is not replaced unseen, and leaving asks', async () => {
      const other = await context.newPage();
      await other.goto(`${address}?tab=search`);
      await other.getByLabel(say('Results per page')).fill('4');
      await page.goto(`${address}?tab=search`);
      await page.getByLabel(say('Results per page')).fill('2');
      await publish(other, say);
      await page.getByRole('button', { name: say('Save and publish') }).click();
      const conflict = page.getByRole('alert').filter({ has: page.getByRole('button', { name: say('Replace it') }) });
      await expect(conflict.getByRole('cell', { name: /3 → 4$/ })).toBeVisible();
      await expect(conflict.getByRole('cell', { name: /3 → 2$/ })).toBeVisible();
      await expectFits(page);
      await expectAccessible(page);
      if (!how.isPhone) {
        await page
          .getByRole('link', { name: say('Credentials'), exact: true })
          .first()
          .click();
        await page.getByRole('button', { name: say('Keep editing') }).click();
      }
      await conflict.getByRole('button', { name: say('Replace it') }).click();
      await expect(conflict).toBeHidden();
      await expect.poll(async () => (await search()).items.length).toBe(2);
      await other.close();
    });

    await test.step('the catalogue: categories with what they lack, and a sort that goes down to those below', async () => {
      await page.goto(catalogue);
      const table = page.getByRole('table', { name: say('Catalogue info') });
      const kitchen = table.getByRole('row', { name: /^Kitchen(?! ›)/ });
      await expect(kitchen.getByRole('cell').nth(2)).toContainText('0');
      await kitchen.getByRole('combobox').click();
      await page.getByRole('option', { name: 'price ↑' }).click();
      await expect(table.getByRole('combobox', { name: `${say('Default sort')}: Kitchen › Lamps` })).toHaveValue(
        say('inherits: {sort}', { sort: 'price ↑' }),
      );
      await expectFits(page);
      await expectAccessible(page);
      await look(page, say, 'Sample');
      await sample(page, say)
        .getByRole('combobox', { name: say('Category') })
        .click();
      await page.getByRole('option', { name: 'Kitchen › Lamps' }).click();
      await expect(sample(page, say).locator('ol > li').first()).toContainText('Garden lamp 11');
      await look(page, say, 'Settings');
      await publish(page, say);
      const listed = await ask(frontCatalog.path, { path: 'Kitchen > Lamps' });
      expect(listed.items[0]).toMatchObject({ price: 89 });
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: say('Download CSV') }).click();
      expect((await downloading).suggestedFilename()).toMatch(/-categories\.csv$/);
      await table.getByRole('link', { name: '8', exact: true }).first().click();
      await expect(page.getByRole('main').getByText('Garden lamp 1', { exact: true }).first()).toBeVisible();
      await expect(page.getByRole('main').getByText('Garden lamp 0', { exact: true })).toBeHidden();
    });
  });
}

test('a block is dragged by its handle, and the sample stands beside, below, or in turn', async ({
  page,
  asFilledShop,
  feedHost,
}) => {
  const say = sentencesOf('en');
  await asFilledShop(feedHost.put('/results-drag.ndjson', feed), { language: 'en' });
  await page.goto(`${address}?q=lamp`);
  await expect(page.locator('[data-draggable=true]').first()).toBeVisible();
  const [first, second] = [row(page, 'Panel layout', 0), row(page, 'Panel layout', 1)];
  const before = await idsOf(page, 'Panel layout');
  const [handle, target] = [(await second.locator('[data-card-handle]').boundingBox())!, (await first.boundingBox())!];
  await page.mouse.move(handle.x + 8, handle.y + 12);
  await page.mouse.down();
  await page.mouse.move(handle.x + 12, handle.y, { steps: 4 });
  await page.mouse.move(target.x + 30, target.y + 6, { steps: 8 });
  await expect(first).toHaveAttribute('data-drop', 'before');
  await page.mouse.up();
  await expect.poll(() => idsOf(page, 'Panel layout')).toEqual(before.toReversed());

  const [settings, beside] = [page.getByRole('heading', { name: 'Panel layout' }), sample(page, say)];
  const left = async (part: Locator) => (await part.boundingBox())!.x;
  expect(await left(beside)).toBeGreaterThan((await left(settings)) + 300);
  await page.setViewportSize({ width: 820, height: 900 });
  await expect.poll(async () => (await left(beside)) < (await left(settings)) + 20).toBe(true);
  await expectFits(page);
  const fold = beside.getByRole('button', { name: 'Sample', expanded: true });
  await fold.click();
  await expect(beside.getByRole('combobox')).toBeHidden();
  await page.setViewportSize(phone);
  await expect(beside).toBeHidden();
  await look(page, say, 'Sample');
  await expect(beside.getByRole('combobox')).toBeVisible();
  await expectFits(page);
});
