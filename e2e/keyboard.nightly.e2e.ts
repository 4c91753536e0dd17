import type { Locator, Page } from '@playwright/test';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { read } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { sentencesOf } from './look.ts';

const say = sentencesOf('cs');
const colours = ['červená', 'modrá', 'bílá', 'černá', 'zelená'];
const kettles = colours.map((colour, at) => ({ id: `k${at}`, name: `Konvice ${colour}`, brand: 'Voda', price: 500 + at }));
const feed = [...kettles, { id: 'hrnek', name: 'Hrnek' }].map((item) => JSON.stringify(item)).join('\n');

const column = (page: Page, name: string) => page.getByRole('list', { name, exact: true }).getByRole('listitem');
const idsOf = (page: Page, name: string): Promise<(string | null)[]> =>
  column(page, name).evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card')));

test('results are numbered, sorted and led into by the keyboard, and say where weak ones begin', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/developer/query-tester');
  const box = page.getByRole('searchbox', { name: 'Type a query' });
  await expect(box).toBeFocused();
  await page.keyboard.type('red kettle');
  const rows = page.getByRole('row');
  await expect(page.getByText('From here on, items have 1 of 2 words.')).toBeVisible();
  await expect(rows.nth(1).getByRole('cell').first()).toHaveText('1');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Why is it here?' });
  await expect(drawer).toContainText(/Place 2 of \d+ results/);
  await page.keyboard.press('Escape');
});

test('with the keyboard alone, two items are promoted and one is hidden, and the shop answers that for every form of the query', async ({
  page,
  asFilledShop,
  feedHost,
  server,
}) => {
  const shop = await asFilledShop(feedHost.put('/kettles.ndjson', feed), { language: 'cs' }, { language: 'cs' });
  const search = async (q: string): Promise<string[]> => {
    const { items } = await read<{ items: { id: string }[] }>(
      server.url,
      `${frontSearch.path}?${new URLSearchParams({ token: shop.token, q }).toString()}`,
      shop.sessionToken,
      shop.token,
    );
    return items.map(({ id }) => id);
  };
  await page.goto('/search-settings/curations/edit?id=new');
  await expect(page.getByLabel(say('Query'), { exact: true })).toBeFocused();
  await expect(page.getByText(say('Type a query to see its items.'))).toBeVisible();
  await page.keyboard.type('konvice');
  await expect(page.getByLabel(say('Internal name'))).toHaveValue('konvice');
  await expect(page.getByRole('button', { name: say('Save curation') })).toBeDisabled();
  await expect(page.getByText(say('Promote or hide an item.'))).toBeVisible();
  const match = page.getByRole('combobox', { name: say('Match') });
  await page.keyboard.press('Tab');
  await expect(match).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const contains = page.getByRole('option', { name: say('contains'), exact: true });
  await expect(contains).toBeVisible();
  // Keys pressed while the list opens are lost.
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    expect(await contains.getAttribute('data-combobox-selected')).toBe('true');
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(match).toHaveValue(say('contains'));

  const found = say('Found items');
  await expect(column(page, found)).toHaveCount(5);
  const [first, second, third, , fifth] = await idsOf(page, found);
  await pressUntilFocused(page, 'Tab', column(page, found).first());
  await page.keyboard.press('End');
  await page.keyboard.press('p');
  const told = page.getByRole('status');
  await expect(told.filter({ hasText: 'místo 1 ze 1' })).toHaveCount(1);
  await page.keyboard.press('Home');
  await page.keyboard.press('h');
  await expect(column(page, say('Hidden'))).toHaveCount(1);
  await expect(column(page, found).first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('p');
  await expect.poll(() => idsOf(page, say('Promoted'))).toEqual([fifth, third]);
  // The found items are those that are left, numbered after the promoted.
  await expect(column(page, found)).toHaveCount(2);
  await expect(column(page, found).first()).toContainText('3');
  await pressUntilFocused(page, 'Shift+Tab', column(page, say('Promoted')).first());
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(say('Saved. Waits for midnight.'))).toBeVisible();
  await expect(page).toHaveURL(/id=\d+/);
  expect(await search('konvice')).toContain(first);
  await page.goto('/search-settings/curations');
  await page
    .getByRole('main')
    .getByRole('button', { name: say('Regenerate') })
    .focus();
  await page.keyboard.press('Enter');
  for (const q of ['konvice', 'konvicí', 'konvice cervena'])
    await expect.poll(async () => (await search(q)).slice(0, 2), { message: q }).toEqual([third, fifth]);
  expect(await search('konvice')).not.toContain(first);
  expect(await search('konvice')).toContain(second);
});

/** The focus moves with the key press. */
async function pressUntilFocused(page: Page, key: string, card: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    expect(await card.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
  }).toPass({ intervals: [0] });
}
