import { makeUpVisitors } from '#features/analytics/made-up-visitors/made-up-visitors.contract.ts';
import { send } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { openByMenu } from './pages.ts';

test('the order that a month of visitors taught is shown, explained, pinned and forgotten', async ({
  page,
  asSampleShop,
  server,
}) => {
  const { sessionToken, token } = await asSampleShop();
  await send(server.url, { ...makeUpVisitors, body: {}, sessionToken, token });
  await page.goto('/search-settings/synonyms');
  await openByMenu(page, 'Learned');
  await page.getByRole('searchbox', { name: 'Query' }).fill('kettle');
  const kettle = page.getByRole('row').filter({ has: page.getByText('kettle', { exact: true }) });
  const moved = kettle.locator('span', { has: page.getByText(/^\d+ → \d+$/), hasText: 'electric kettle' }).first();
  await expect(moved).toBeVisible();
  const [, place = '', name = ''] = /^\d+ → (\d+)\s+(.*)$/.exec(await moved.innerText())!;

  await page.goto('/developer/query-tester?q=kettle');
  await page.getByRole('row').filter({ hasText: name }).first().click();
  const why = page.getByRole('dialog', { name: 'Why is it here?' });
  await expect(why).toContainText(`Place ${place} of`);
  await expect(why.getByRole('row', { name: /^Visitors’ choices .*, place \d+ → / })).toContainText(`→ ${place}`);

  await page.goto('/search-settings/learned?search=kettle');
  await kettle.getByRole('button', { name: 'Pin this order' }).click();
  await expect(page.getByRole('region', { name: 'Promoted' })).toContainText(name);
  await page.goto('/search-settings/learned?search=kettle');
  await kettle.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Forget' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget' }).click();
  await expect(page.getByText('Live now.')).toBeVisible();
  await expect(kettle).toBeHidden();
});
