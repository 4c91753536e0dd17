import type { Page } from '@playwright/test';
import { accessibilityProblems } from '#e2e/accessibility.ts';
import { read } from '#e2e/calls.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { sentencesOf } from '#e2e/look.ts';
import { frontSearch } from '#features/front-api/front-api.contract.ts';

const say = sentencesOf('cs');
const colours = ['červená', 'modrá', 'bílá', 'černá', 'zelená'];
const kettles = colours.map((colour, at) => ({ id: `k${at}`, name: `Konvice ${colour}`, brand: 'Voda', price: 500 + at }));
const feed = [...kettles, { id: 'hrnek', name: 'Hrnek' }].map((item) => JSON.stringify(item)).join('\n');

const column = (page: Page, name: string) => page.getByRole('list', { name, exact: true }).getByRole('listitem');
const idsOf = (page: Page, name: string): Promise<(string | null)[]> =>
  column(page, name).evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card')));

test('by keys alone two items are promoted and one is hidden, and the shop answers so in every form of the query', async ({
  page,
  asShop,
  feedHost,
  server,
}) => {
  const shop = await asShop(feedHost.put('/kettles.ndjson', feed), { language: 'cs' }, { language: 'cs' });
  const search = async (q: string): Promise<string[]> => {
    const { items } = await read<{ items: { id: string }[] }>(
      server.url,
      `${frontSearch.path}?${new URLSearchParams({ token: shop.token, q }).toString()}`,
      shop.sessionToken,
      shop.token,
    );
    return items.map(({ id }) => id);
  };
  await expect.poll(() => search('konvice')).toHaveLength(5);

  await page.goto('/search-settings/curations/edit?id=new');
  await expect(page.getByLabel(say('Query'), { exact: true })).toBeFocused();
  await expect(page.getByText(say('Type a query to see its items.'))).toBeVisible();
  await page.keyboard.type('konvice');
  await expect(page.getByLabel(say('Internal name'))).toHaveValue('konvice');
  await expect(page.getByRole('button', { name: say('Save curation') })).toBeDisabled();
  await expect(page.getByText(say('Promote or hide an item.'))).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: say('Match') })).toHaveValue(say('contains'));

  const found = say('Found items');
  await expect(column(page, found)).toHaveCount(5);
  const [first, second, third, , fifth] = await idsOf(page, found);
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(column(page, found).first()).toBeFocused({ timeout: 50 });
  }).toPass();
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
  await page.keyboard.press('Shift+Tab');
  await expect(async () => {
    await page.keyboard.press('Shift+Tab');
    await expect(column(page, say('Promoted')).first()).toBeFocused({ timeout: 50 });
  }).toPass();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Control+s');
  await expect(page.getByText(say('Saved. Waits for midnight.'))).toBeVisible();
  await expect(page).toHaveURL(/id=\d+/);
  expect(await search('konvice')).toContain(first);
  await page.getByRole('button', { name: say('Regenerate') }).focus();
  await page.keyboard.press('Enter');
  for (const q of ['konvice', 'konvicí', 'konvice cervena'])
    await expect.poll(async () => (await search(q)).slice(0, 2), { message: q }).toEqual([third, fifth]);
  expect(await search('konvice')).not.toContain(first);
  expect(await search('konvice')).toContain(second);
});
