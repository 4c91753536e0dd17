import { makeUpVisitors } from '#features/analytics/made-up-visitors/made-up-visitors.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { read, send } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { countClicks } from './pages.ts';

test('from the dashboard a curation is live in five clicks, and a query without results fixed in two and lost again in one', async ({
  page,
  asSampleShop,
  server,
}) => {
  const { sessionToken, token } = await asSampleShop();
  await send(server.url, { method: 'POST', path: makeUpVisitors.path, sessionToken, token });
  const clicks = await countClicks(page);
  const found = async (q: string) => {
    const path = `${frontSearch.path}?${String(new URLSearchParams({ token, q }))}`;
    return (await read<{ items: { id: string }[] }>(server.url, path, sessionToken, token)).items.map(({ id }) => id);
  };
  const [first, second, third] = await found('towel');

  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Data quality' }).scrollIntoViewIfNeeded();
  await page.getByRole('row', { name: 'towel' }).getByRole('button', { name: 'Add curation' }).click();
  const card = (column: string, id?: string) =>
    page.getByRole('list', { name: column, exact: true }).locator(`[data-card="${id}"]`);
  for (const id of [third, second]) {
    await card('Other items found', id)
      .getByRole('button', { name: /^Promote/ })
      .click();
    await expect(card('Promoted', id)).toBeVisible();
  }
  await card('Other items found', first).getByRole('button', { name: /^Hide/ }).click();
  await expect(card('Hidden', first)).toBeVisible();
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByText(/^Saved\. Customers see 1 change, release \d+\./)).toBeVisible();
  expect(clicks()).toBe(5);
  expect((await found('towel')).slice(0, 2)).toEqual([third, second]);
  expect(await found('towel')).not.toContain(first);

  await page.goto('/dashboard');
  await page.getByRole('link', { name: /queries without results to fix/ }).click();
  const row = page.getByRole('row', { name: 'fridge' });
  await row.getByRole('button', { name: 'Add synonym' }).click();
  await expect(row).toHaveCount(0);
  expect(clicks()).toBe(7);
  expect(await found('fridge')).not.toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
  expect(clicks()).toBe(8);
  expect(await found('fridge')).toEqual([]);
});
