import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { addProject, signUpNewcomer } from '#e2e/calls.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectFits, phone } from '#e2e/look.ts';

/** Signs the page in as somebody who has no project yet, and answers their e-mail. */
async function asNewcomer(page: Page, url: string): Promise<string> {
  const { email, token } = await signUpNewcomer(url);
  await page.addInitScript((session) => localStorage.setItem('id_token', session), token);
  return email;
}

/** Runs what a person would paste, and answers what it prints, without colours. */
async function paste(file: string, args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(file, args, { env: { PATH: process.env['PATH'] ?? '' } })).stdout;
}

const imported = (page: Page) => page.getByText('Imported', { exact: true });

test('a file becomes a project, and says which of its items were wrong', async ({ page, server }) => {
  await asNewcomer(page, server.url);
  await page.goto('/?dialog=add-project');
  const dialog = page.getByRole('dialog', { name: 'Add project' });
  await dialog.getByRole('button', { name: 'Add project' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();

  await dialog.getByRole('textbox', { name: 'Name' }).fill('Lamps');
  await dialog.getByText('File', { exact: true }).click();
  const lines = ['id;name;price', '1;Floor lamp;900', '2;Desk lamp;450', '2;Desk lamp again;450', '3;Chandelier;on request'];
  const text = JSON.stringify(lines.join('\n'));
  const dropped = await page.evaluateHandle(
    `{ const transfer = new DataTransfer(); transfer.items.add(new File([${text}], 'lamps.csv')); transfer; }`,
  );
  await dialog.getByText(/^Drop a file here/).dispatchEvent('drop', { dataTransfer: dropped });
  await expect(dialog.getByText('lamps.csv')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Choose another file' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Add project' }).click();

  await expect(imported(page)).toBeVisible();
  await page.getByRole('link', { name: 'See what was wrong' }).click();
  await expect(page.getByRole('row', { name: /The same item is in the feed more than once/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Chandelier .* on request The price is not a number/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('searchbox', { name: 'Search error data' }).fill('request');
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('a project that is sent its items shows the first call, which works as it is pasted', async ({ page, server }) => {
  await asNewcomer(page, server.url);
  await page.goto('/?dialog=add-project');
  const dialog = page.getByRole('dialog', { name: 'Add project' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Sent lamps');
  await dialog.getByRole('combobox', { name: 'Data source' }).click();
  await page.getByRole('option', { name: 'Item API' }).click();
  await expect(dialog.getByText(/^Drop a file here/)).toBeHidden();
  await dialog.getByRole('button', { name: 'Add project' }).click();

  const ready = page.getByRole('dialog', { name: 'Sent lamps' });
  await expect(ready.getByText('The secret is shown only now.')).toBeVisible();
  await expectAccessible(page);
  const command = (await ready.locator('pre').nth(1).textContent()) ?? '';
  expect(JSON.parse(await paste('sh', ['-c', command])).data.items).toMatchObject([{ id: 'lamp-1', outcome: 'created' }]);
  await ready.getByRole('tab', { name: 'JavaScript' }).click();
  const script = (await ready.locator('pre').nth(1).textContent()) ?? '';
  expect(await paste(process.execPath, ['--input-type=module', '-e', script])).toContain('unchanged: 1');
  await ready.getByRole('button', { name: 'Open project' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Desk lamp' })).toContainText('Item API');
});

test('a project waits for its file, and is added once the file is there', async ({ page, server }) => {
  await asNewcomer(page, server.url);
  const { promise: mayArrive, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/api/feed/upload/**', async (route) => {
    await mayArrive;
    await route.continue();
  });
  await page.goto('/?dialog=add-project');
  const dialog = page.getByRole('dialog', { name: 'Add project' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Lamps');
  await dialog.getByText('File', { exact: true }).click();
  const file = { name: 'lamps.csv', mimeType: 'text/csv', buffer: Buffer.from('id;name\n1;Floor lamp') };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await expect(dialog.getByText('Uploading lamps.csv')).toBeVisible();
  const add = dialog.getByRole('button', { name: 'Add project' });
  await expect(add).toHaveAttribute('aria-disabled', 'true');
  await expect(add).toHaveAccessibleDescription(/^The file is still uploading/);
  await dialog.getByRole('textbox', { name: 'Name' }).press('Enter');
  await expect(dialog.getByRole('alert')).toBeHidden();

  arrive();
  await expect(add).not.toHaveAttribute('aria-disabled');
  await add.click();
  await expect(imported(page)).toBeVisible();
});

test('the switcher says which of two projects of one name is open', async ({ page, asShop, server }) => {
  const first = await asShop('', { name: 'Twin shop', data_source: 'aisle_api' });
  const second = await addProject(server.url, first.sessionToken, { name: 'Twin shop', data_source: 'aisle_api' });
  await page.goto(`/dashboard?p=${first.id}`);
  await page.getByRole('button', { name: `Project: Twin shop #${first.id}`, exact: true }).click();
  await page.getByRole('menuitem', { name: `#${second.id}` }).click();
  await expect(page.getByRole('button', { name: `Project: Twin shop #${second.id}`, exact: true })).toContainText(
    `#${second.id}`,
  );
  await page.goto(`/owner/project?p=${first.id}`);
  await expect(page.getByText(`This tab has switched to the project “Twin shop (#${first.id})”.`)).toBeVisible();
  await page.getByRole('button', { name: 'Delete project' }).click();
  await expect(page.getByRole('dialog', { name: `Delete “Twin shop (#${first.id})”?` })).toBeVisible();
});

test('a link to a dialog opens it for somebody who has a project, too', async ({ page, asShop }) => {
  await asShop('', { name: 'First shop', data_source: 'aisle_api' });
  await page.goto('/?dialog=add-project');
  await expect(page.getByRole('dialog', { name: 'Add project' })).toBeVisible();
});

test('a name in one long word fits a phone wherever it stands', async ({ page, asShop }) => {
  const { id } = await asShop('', { name: 'W'.repeat(100), data_source: 'aisle_api' });
  await page.setViewportSize(phone);
  for (const address of ['/dashboard', '/owner/projects', '/owner/project-file', '/profile']) {
    await page.goto(`${address}?p=${id}`);
    await expect(page.getByText(/W{100}/).first()).toBeVisible();
    await expectFits(page);
  }
  await page.goto(`/owner/project?p=${id}`);
  await page.getByRole('button', { name: 'Delete project' }).click();
  const question = page.getByRole('dialog');
  const right = async (part: Locator) => {
    const box = (await part.boundingBox())!;
    return box.x + box.width;
  };
  for (const part of [question.getByRole('heading'), question.locator('label')])
    expect(await right(part)).toBeLessThan(await right(question));
});
