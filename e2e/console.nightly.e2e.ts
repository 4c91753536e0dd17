import { register } from '#features/account/account.contract.ts';
import { codeOf } from '#testing/second-factor.ts';
import { owner, password, post } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { startServer } from './server.ts';

test('sets up a second factor where the server requires one, and goes on where the user was', async ({ page }) => {
  const server = await startServer({ settings: { AISLE_REQUIRE_TWO_FACTOR: 'true' } });
  try {
    await post(server.url, register.path, owner);
    await page.goto(`${server.url}/owner/projects`);
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('This server requires it.')).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Continue' }).click();
    const key = (await page.locator('main code').innerText()).replaceAll(' ', '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Code from your app').fill(codeOf(key));
    await page.getByRole('button', { name: 'Turn on', exact: true }).click();
    await page.getByLabel('I’ve saved the codes').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page).toHaveURL(/\/owner\/projects/);
  } finally {
    await server.stop();
  }
});

test('fills the sample shop with a month of made-up visitors, fixes a query of theirs and removes them', async ({
  page,
  asSampleShop,
}) => {
  await asSampleShop();
  await page.goto('/analytics/searches-without-results?range=30-days');
  await page.getByRole('button', { name: 'Fill with a month of made-up visitors' }).click();
  await expect(page.getByText('A month of made-up visitors is there.')).toBeVisible();

  const first = page.getByRole('row').filter({ hasText: '→' }).first();
  const query = (await first.getByRole('cell').nth(1).innerText()).trim();
  await first.getByRole('button', { name: /^Add (synonym|replacing term)$/ }).click();
  await expect(page.getByText('Live now.')).toBeVisible();
  await expect(page.getByRole('row').filter({ has: page.getByText(query, { exact: true }) })).toHaveCount(0);

  await page.goto(`/analytics/trending-searches/item?range=30-days&q=${encodeURIComponent(query)}`);
  await expect(page.getByRole('figure', { name: 'Searches by day' })).toBeVisible();
  await page.goto('/search-settings/releases?release=3');
  await page.getByRole('button', { name: 'Before and after' }).click();
  await expect(page.getByText(/^Come back after a whole day/)).toBeVisible();

  await page.goto('/dashboard');
  await expect(page.getByText('The visitors of this sample shop are made up.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Removed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Fill with a month of made-up visitors' })).toBeVisible();
});

test('goes through search results by the keyboard', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/developer/query-tester');
  await expect(page.getByRole('searchbox', { name: 'Type a query' })).toBeFocused();
  await page.keyboard.type('red kettle');
  await expect(page.getByRole('table', { name: 'Results' })).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog', { name: 'Why is it here?' })).toContainText(/Place 2 of \d+ results/);
});

test('promotes, moves and hides items by the keyboard', async ({ page, asFilledShop, feedHost }) => {
  const items = Array.from({ length: 5 }, (_, at) => JSON.stringify({ id: `k${at}`, name: `Kettle ${at}` }));
  await asFilledShop(feedHost.put('/kettles.ndjson', items.join('\n')));
  await page.goto('/search-settings/curations/edit?id=new');
  await expect(page.getByLabel('Query', { exact: true })).toBeFocused();
  await page.keyboard.type('kettle');
  const column = (name: string) => page.getByRole('list', { name, exact: true }).getByRole('listitem');
  const idsOf = (name: string) => column(name).evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card')));
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await expect(column('Other items found')).toHaveCount(5);
  const [, second, third, , fifth] = await idsOf('Other items found');
  await column('Other items found').first().focus();
  await press('End', 'p');
  await expect(page.getByRole('status').filter({ hasText: 'place 1 of 1' })).toHaveCount(1);
  await press('Home', 'h');
  await expect(column('Hidden')).toHaveCount(1);
  await expect(column('Other items found').first()).toBeFocused();
  await press('ArrowDown', 'p');
  await expect.poll(() => idsOf('Promoted')).toEqual([fifth, third]);
  // The found items are those that are left, numbered after the promoted.
  await expect(column('Other items found').first()).toHaveAttribute('data-card', second!);
  await expect(column('Other items found').first()).toContainText('3');
  await column('Promoted').first().focus();
  await press('Alt+ArrowDown');
  await expect.poll(() => idsOf('Promoted')).toEqual([third, fifth]);
  await press('Control+s');
  await expect(page.getByText('Saved. Goes live at midnight.')).toBeVisible();
});
