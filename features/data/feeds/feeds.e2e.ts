import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { accessibilityProblems } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { startServer } from '#e2e/server.ts';

const importMilliseconds = 20_000;
const imported = (page: Page) => page.getByText('Imported', { exact: true });

test('a feed of the list is imported again', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/data/import');
  const row = page.getByRole('row', { name: /Sample shop/ });
  await expect(row.getByText('Imported', { exact: true })).toBeVisible({ timeout: importMilliseconds });
  expect(await accessibilityProblems(page)).toEqual([]);
  await row.getByRole('button', { name: 'Import again' }).click();
  await expect(page.getByText(/“Sample shop” is imported/)).toBeVisible({ timeout: importMilliseconds });
});

test('a file of unknown format asks what one item is', async ({ page, server }) => {
  // Another person's project: the owner's keeps its items for the other journeys.
  await signUpWithProject(page, server.url, '/api/sales_channels/sample', { language: 'en' });
  await page.goto('/data/import');
  await page.getByRole('button', { name: 'Delete feed' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete feed' }).click();
  await page.getByRole('button', { name: 'Add feed' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add feed' });
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Things');
  await drawer.getByText('File', { exact: true }).click();
  const things = '<thing><code>A1</code><label>Lamp</label></thing><other><x>1</x></other>'.repeat(3);
  const file = { name: 'things.xml', mimeType: 'text/xml', buffer: Buffer.from(`<data>${things}</data>`) };
  await drawer.locator('input[type=file]').setInputFiles(file);
  await expect(drawer.getByText('things.xml')).toBeVisible();
  await drawer.getByRole('button', { name: 'Add feed' }).click();

  await expect(page.getByRole('heading', { name: 'What is one item?' })).toBeVisible({ timeout: importMilliseconds });
  await page.getByRole('radio', { name: /thing · found 3 times/ }).check();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import with this element' }).click();
  await expect(imported(page)).toBeVisible({ timeout: importMilliseconds });
  await expect(page.getByRole('heading', { name: 'What is one item?' })).toBeHidden();
});

test('a running import is shown by its steps, also after the page is loaded again', async ({ page }) => {
  const host = await startSlowHost();
  const server = await startServer({ AISLE_ALLOW_PRIVATE_FEEDS: new URL(host.url).host });
  try {
    const project = { name: 'Slow shop', language: 'en', data_source: 'custom_feed', feed_url: host.url };
    await signUpWithProject(page, server.url, '/api/sales_channels', project);
    await page.goto(`${server.url}/data/import`);
    await page.getByRole('link', { name: 'Slow shop' }).click();
    await expect(page.getByRole('heading', { name: 'The import is running' })).toBeVisible();
    await page.reload();
    await expect(page.locator('li[aria-current=step]')).toHaveText(/Download|Read|Check/);
    await expect(page.getByRole('button', { name: 'Import again' })).toHaveAttribute('aria-disabled', 'true');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Projects' }).click();
    host.finish();
    await expect(page.getByText('“Slow shop” is imported: 3,000 items.')).toBeVisible({ timeout: importMilliseconds });
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(imported(page)).toBeVisible();
  } finally {
    host.finish();
    await server.stop();
    await host.close();
  }
});

test('an import that ends after another screen was loaded anew is told there', async ({ page }) => {
  const host = await startSlowHost();
  const server = await startServer({ AISLE_ALLOW_PRIVATE_FEEDS: new URL(host.url).host });
  try {
    const project = { name: 'Slow shop', language: 'en', data_source: 'custom_feed', feed_url: host.url };
    await signUpWithProject(page, server.url, '/api/sales_channels', project);
    await page.goto(`${server.url}/search-settings/synonyms`);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Synonyms', exact: true })).toBeVisible();
    host.finish();
    await expect(page.getByText('“Slow shop” is imported: 3,000 items.')).toBeVisible({ timeout: importMilliseconds });
  } finally {
    host.finish();
    await server.stop();
    await host.close();
  }
});

test('why an import failed is said in the language of the console', async ({ page }) => {
  const host = http.createServer((_, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const { port } = host.address() as AddressInfo;
  const server = await startServer({ AISLE_ALLOW_PRIVATE_FEEDS: `127.0.0.1:${port}` });
  try {
    const feedUrl = `http://127.0.0.1:${port}/feed.xml`;
    const project = { name: 'Shop', language: 'cs', data_source: 'custom_feed', feed_url: feedUrl };
    await signUpWithProject(page, server.url, '/api/sales_channels', project);
    await page.addInitScript(() => localStorage.setItem('language', 'cs'));
    await page.goto(`${server.url}/data/import/edit?id=1`);
    const reason = page.getByRole('alert', { name: 'Feed se nepodařilo importovat. V provozu zůstává to, co bylo.' });
    await expect(reason).toContainText(
      'Server „127.0.0.1“ odpověděl 404: na této adrese žádný feed není. Zkontrolujte adresu, nebo to zkuste znovu.',
      { timeout: importMilliseconds },
    );
    expect(await accessibilityProblems(page)).toEqual([]);
  } finally {
    await server.stop();
    host.close();
  }
});

/** A shop whose feed stops after the first half until `finish` is called. */
async function startSlowHost() {
  const lines = Array.from({ length: 3000 }, (_, index) => `${JSON.stringify({ id: `${index}`, name: `Lamp ${index}` })}\n`);
  const { promise: isFinished, resolve: finish } = Promise.withResolvers<void>();
  const send = async (response: http.ServerResponse): Promise<void> => {
    response.setHeader('content-length', Buffer.byteLength(lines.join('')));
    response.write(lines.slice(0, 1500).join(''));
    await isFinished;
    response.end(lines.slice(1500).join(''));
  };
  const server = http.createServer((_, response) => void send(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/lamps.ndjson`, finish, close: () => new Promise((done) => server.close(done)) };
}

async function signUpWithProject(page: Page, serverUrl: string, path: string, project: object): Promise<void> {
  const post = async (address: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token !== undefined && { 'x-session-token': token }) };
    const answer = await fetch(serverUrl + address, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await answer.json()) as { data: { token: string } }).data;
  };
  const password = 'Correct-Horse-7';
  const person = {
    name: 'Sam',
    surname: 'Shop',
    email: `sam${Math.random()}@example.com`,
    password,
    password_confirmation: password,
    agree: true,
  };
  const { token } = await post('/api/register', person);
  await post(path, project, token);
  await page.addInitScript((session) => localStorage.setItem('id_token', session), token);
}
