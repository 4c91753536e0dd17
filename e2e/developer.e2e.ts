import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { signUpNewcomer } from './calls.ts';
import { expect, signIn, test } from './fixtures.ts';
import { openByMenu, troublesOf } from './pages.ts';
import { panel, tiles } from './plugin-shop.ts';
import { sampleShopItems } from '#sample-shop/catalogue.ts';

/** Runs a pasted command and returns its output without colours. */
const paste = async (file: string, args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(file, args, { env: { PATH: process.env['PATH'] ?? '' } })).stdout;
const call = async (command: string) => JSON.parse(await paste('sh', ['-c', `${command} --silent`])).data;

test('a project that is sent its items shows commands that work as they are pasted', async ({ page, server }) => {
  const { token } = await signUpNewcomer(server.url);
  await signIn(page, token);
  await page.goto('/');
  await page.getByRole('button', { name: 'Send items by API' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Sent lamps');
  await page.getByRole('button', { name: 'Add project' }).click();
  const ready = page.getByRole('main');
  await expect(ready.getByText('The secret is shown only now.')).toBeVisible();
  const shown = ready.locator('pre');
  expect((await call((await shown.nth(1).textContent())!)).items).toMatchObject([{ id: 'lamp-1', outcome: 'created' }]);
  await ready.getByRole('tab', { name: 'JavaScript' }).click();
  const script = (await shown.nth(1).textContent())!;
  expect(await paste(process.execPath, ['--input-type=module', '-e', script])).toContain('unchanged: 1');
  await ready.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Desk lamp' })).toContainText('Item API');

  await openByMenu(page, 'Credentials');
  await expect(page.getByText('Waiting for the first call…')).toBeVisible();
  const commands = shown.filter({ hasText: 'curl' });
  // The word comes from the items of the shop.
  await expect(commands.first()).toContainText(/q=\w+/);
  expect((await call((await commands.first().textContent())!)).total_count).toBe(1);
  await expect(page.getByText('Your shop has called')).toBeVisible();
  await page.getByRole('button', { name: 'Generate a new secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Generate a new secret' }).click();
  await expect(page.getByText('It won’t be shown again')).toBeVisible();
  const { token: bearer } = await call((await commands.nth(1).textContent())!);
  expect((await call((await commands.nth(2).textContent())!.replace('YOUR_TOKEN', bearer))).total_count).toBe(1);
});

const departments = /^(Kitchen|Garden)/;

/** Items of the sample shop whose pictures the server has. */
const demoItems = (server: string): string =>
  [...sampleShopItems('en')]
    .filter(({ fields }) => departments.test(String(fields['category'])))
    .map(({ id, fields }) => JSON.stringify({ id, ...fields, image: `${server}${String(fields['image'])}` }))
    .join('\n');

test('the demo shop leads from the dashboard to suggestions, results and an item', async ({
  page,
  context,
  server,
  asFilledShop,
  feedHost,
}) => {
  const feed = feedHost.put('/demo.ndjson', demoItems(server.url), 'application/x-ndjson');
  await asFilledShop(feed, { name: 'Konvice' });
  await page.goto('/dashboard');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'View as customer' }).click();
  const demo = await opened;
  const troubles = troublesOf(demo);
  await expect(demo.getByText("Demo shop of “Konvice”. Searches here aren't counted.")).toBeVisible();
  await expect(tiles(demo).first()).toBeVisible();

  const field = demo.locator('header').getByRole('combobox', { name: 'Search' });
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await field.pressSequentially('ket');
  await expect(panel(demo).locator('.tile').first()).toBeVisible();
  await field.fill('kettle');
  await field.press('Enter');
  await expect(demo.getByRole('heading', { level: 2, name: /^Results for “kettle”/ })).toBeVisible();
  const count = await tiles(demo).count();
  expect(count).toBeGreaterThan(1);
  await demo.getByRole('checkbox').first().check();
  await expect.poll(() => tiles(demo).count()).toBeLessThan(count);

  // An item stays in the demo shop, and going back shows what was found.
  await tiles(demo).first().click();
  await demo.waitForURL(/\/item\?id=/);
  await expect(demo.locator('.item h1')).toBeVisible();
  await demo.goBack();
  await expect(demo.locator('.chip')).toHaveCount(1);
  expect(troubles).toEqual([]);
});
