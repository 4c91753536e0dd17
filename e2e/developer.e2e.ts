import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { signUpNewcomer } from './calls.ts';
import { expect, signIn, test } from './fixtures.ts';
import { openByMenu } from './menu.ts';

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
  await ready.getByRole('button', { name: 'Open project' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Desk lamp' })).toContainText('Item API');

  await openByMenu(page, 'Credentials');
  await expect(page.getByText('Waiting for the first call…')).toBeVisible();
  const commands = shown.filter({ hasText: 'curl' });
  // The word comes from the items of the shop.
  await expect(commands.first()).toContainText(/q=\w+/);
  expect((await call((await commands.first().textContent())!)).total_count).toBe(1);
  await expect(page.getByText('Your shop has called')).toBeVisible();
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click();
  await expect(page.getByText('it will not be shown again')).toBeVisible();
  const { token: bearer } = await call((await commands.nth(1).textContent())!);
  expect((await call((await commands.nth(2).textContent())!.replace('YOUR_TOKEN', bearer))).total_count).toBe(1);
});
