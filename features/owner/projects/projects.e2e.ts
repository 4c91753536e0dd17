import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { addProject, signUpNewcomer } from '#e2e/calls.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { firstByDay } from '#e2e/first-by-day.ts';
import { expectFits, lookAt, phone, sentencesOf } from '#e2e/look.ts';

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

const heureka = (host: string) =>
  `<SHOP>${Array.from(
    { length: 12 },
    (_, at) => `<SHOPITEM><ITEM_ID>${at}</ITEM_ID><PRODUCTNAME>Sekačka na trávu č. ${at}</PRODUCTNAME>
      <DESCRIPTION>Tichá a lehká sekačka s košem na padesát litrů.</DESCRIPTION><URL>${host}/sekacka-${at}</URL>
      <PRICE_VAT>1290</PRICE_VAT></SHOPITEM>`,
  ).join('')}</SHOP>`;

for (const language of firstByDay('cs', 'en')) {
  test(`an address becomes a project, and its feed says the rest, in ${language}`, async ({ page, server, feedHost }) => {
    const t = sentencesOf(language);
    await asNewcomer(page, server.url);
    await lookAt(page, { language });
    await page.goto('/');
    const address = page.getByLabel(t('Feed URL'));
    await expect(address).toBeFocused();
    const next = page.getByRole('button', { name: t('Continue') });
    await next.click();
    await expect(page.getByRole('alert')).toHaveText(t('Paste the address of a feed, or drop a file.'));
    await address.fill('ftp://shop.example/feed.xml');
    await next.click();
    await expect(page.getByRole('alert')).toHaveText(t('Only http:// and https:// work here.'));
    await address.fill(feedHost.put('/page', '<!doctype html><html><body>Shop</body></html>'));
    await address.press('Enter');
    await expect(page.getByRole('alert')).toContainText(language === 'cs' ? 'ne feed' : 'not a feed');
    await expectAccessible(page);

    await address.fill(feedHost.put('/heureka.xml', heureka('https://www.zahrada.example')));
    await address.press('Enter');
    await expect(page.getByText(`Heureka · 12 ${language === 'cs' ? 'položek' : 'items'} · UTF-8 · Čeština`)).toBeVisible();
    await expect(page.getByText('Sekačka na trávu č. 0')).toBeVisible();
    await expect(page.getByLabel(t('Name'), { exact: true })).toHaveValue('Zahrada.example');
    await expect(page.getByLabel(t('Website address'))).toHaveValue('https://www.zahrada.example');
    await expect(page.getByRole('combobox', { name: t('Language'), exact: true })).toHaveValue('Čeština');
    await expectAccessible(page);
    await expectFits(page);

    await page.getByRole('button', { name: t('Back') }).click();
    await expect(address).toHaveValue(/heureka\.xml$/);
    await next.click();
    await page.getByRole('button', { name: t('Add project') }).dblclick();
    await expect(page.getByRole('link', { name: t('Try a search') })).toBeVisible();
    await page.goto('/owner/projects');
    await expect(page.locator('tbody tr')).toHaveCount(1);

    await page.getByRole('button', { name: t('Add project') }).click();
    const dialog = page.getByRole('dialog', { name: t('Add project') });
    await dialog.getByLabel(t('Feed URL')).fill(`http://${feedHost.host}/heureka.xml`);
    await dialog.getByRole('button', { name: t('Continue') }).click();
    await expect(dialog.getByText(t('“{project}” reads this feed already.', { project: 'Zahrada.example' }))).toBeVisible();
    await page.keyboard.press('Escape');
  });
}

test('a host that is away can be added nevertheless', async ({ page, server, feedHost }) => {
  await asNewcomer(page, server.url);
  await page.goto('/');
  const busy = feedHost.reply('/busy.xml', (response) => response.writeHead(503).end());
  await page.getByLabel('Feed URL').fill(busy);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Add anyway' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Busy shop');
  await page.getByRole('button', { name: 'Add project' }).click();
  await expect(page.getByText('it is busy or broken').first()).toBeVisible();
});

test('the element of an item is asked for where it can not be told', async ({ page, server, feedHost }) => {
  await asNewcomer(page, server.url);
  await page.goto('/');
  const thing = (at: number) => `<thing><code>${at}</code><label>Lamp ${at}</label></thing><other><x>1</x><y>2</y></other>`;
  const xml = `<data>${Array.from({ length: 5 }, (_, at) => thing(at)).join('')}</data>`;
  await page.getByLabel('Feed URL').fill(feedHost.put('/things.xml', xml));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: /^thing/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('XML · 5 items')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Things');
  await page.getByRole('button', { name: 'Add project' }).click();
  await expect(imported(page)).toBeVisible();
});

test('a file becomes a project, and says which of its items were wrong', async ({ page, server }) => {
  await asNewcomer(page, server.url);
  await page.goto('/');
  const lines = ['id;name;price', '1;Floor lamp;900', '2;Desk lamp;450', '2;Desk lamp again;450', '3;Chandelier;on request'];
  const text = JSON.stringify(lines.join('\n'));
  const dropped = await page.evaluateHandle(
    `{ const transfer = new DataTransfer(); transfer.items.add(new File([${text}], 'lamps.csv')); transfer; }`,
  );
  await page.getByText(/^Drop a file here/).dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByText('CSV · 4 items')).toBeVisible();
  await page.getByRole('button', { name: 'Add project' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Lamps');
  await page.getByRole('button', { name: 'Add project' }).click();

  await expect(page.getByText('Imported with problems')).toBeVisible();
  await page.getByRole('link', { name: 'View problems' }).click();
  await expect(page.getByRole('row', { name: /The same item is in the feed more than once/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Chandelier .* on request The price is not a number/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('searchbox', { name: 'Search error data' }).fill('request');
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('a project that is sent its items shows the first call, which works as it is pasted', async ({ page, server }) => {
  await asNewcomer(page, server.url);
  await page.goto('/');
  await page.getByRole('button', { name: 'Send items by API' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Sent lamps');
  await page.getByRole('button', { name: 'Add project' }).click();

  const ready = page.getByRole('main');
  await expect(ready.getByRole('heading', { name: 'Sent lamps' })).toBeVisible();
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

test('a file that is on its way is waited for, and looked into once it is there', async ({ page, server }) => {
  await asNewcomer(page, server.url);
  const { promise: mayArrive, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/api/feed/upload/**', async (route) => {
    await mayArrive;
    await route.continue();
  });
  await page.goto('/');
  const file = { name: 'lamps.csv', mimeType: 'text/csv', buffer: Buffer.from('id;name\n1;Floor lamp') };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('Uploading lamps.csv')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toBeHidden();

  arrive();
  await expect(page.getByText('CSV · 1 item', { exact: false })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Lamps');
  await page.getByRole('button', { name: 'Add project' }).click();
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
