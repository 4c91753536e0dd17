/** Takes the pictures of the tour in README.md from the real console with the sample shop, into docs/screenshots. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from '@playwright/test';
import type { Envelope } from '#contract/envelope.ts';
import { launchOptions } from '#e2e/browser.ts';
import { owner } from '#e2e/calls.ts';
import { startServer, type JourneyServer } from '#e2e/server.ts';

const folder = fileURLToPath(new URL('../docs/screenshots', import.meta.url));
const importMilliseconds = 20_000;
const settleMilliseconds = 600;
/** A feed with a history to draw. */
const imports = 3;
const desktop = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };

interface Shop {
  readonly token: string;
  readonly project: string;
  readonly feedId: number;
  readonly collectionId: number;
}

interface ShownShop extends Shop {
  /** What `garden gloves` finds first, what it finds last on the first page, and something that it does not find. */
  readonly first: string;
  readonly last: string;
  readonly missing: string;
}

interface Shot {
  readonly file: string;
  readonly address: (shop: ShownShop) => string;
  readonly isForGuests?: true;
}

const shots: readonly Shot[] = [
  { file: 'sign-up', address: () => '/register', isForGuests: true },
  { file: 'dashboard', address: () => '/dashboard' },
  { file: 'add-project', address: () => '/dashboard?dialog=add-project' },
  { file: 'feeds', address: () => '/data/import' },
  { file: 'feed', address: ({ feedId }) => `/data/import/edit?id=${feedId}` },
  { file: 'collections', address: () => '/data/collections' },
  { file: 'schema', address: () => '/data/schema' },
  { file: 'phrases', address: () => '/data/phrases' },
  { file: 'documents', address: () => '/developer/documents' },
  { file: 'aisle-documents', address: () => '/developer/aisle-documents' },
  { file: 'query-tester', address: () => '/developer/query-tester?q=garden+gloves' },
  {
    file: 'missing-item',
    address: ({ missing }) => `/developer/query-tester?q=garden+gloves&dialog=missing&missing=${missing}`,
  },
  {
    file: 'compare-results',
    address: ({ first, last }) => `/developer/compare-results?q=garden+gloves&a=${first}&b=${last}`,
  },
  { file: 'analyze', address: () => '/developer/analyze?term=Hoovers&text=Vacuum+cleaner' },
  { file: 'synonyms', address: () => '/search-settings/synonyms' },
  { file: 'credentials', address: () => '/developer/credentials' },
];

/** Every picture in the looks that people use: light and dark, wide and narrow, English and Czech. */
const looks = [
  { name: '', viewport: desktop, language: 'en', colorScheme: 'light' },
  { name: '-dark-cs', viewport: desktop, language: 'cs', colorScheme: 'dark' },
  { name: '-phone-cs', viewport: phone, language: 'cs', colorScheme: 'light' },
] as const;

async function call<Data>(
  server: JourneyServer,
  method: string,
  address: string,
  shop: Partial<Shop>,
  body?: object,
): Promise<Data> {
  const response = await fetch(server.url + address, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(shop.token !== undefined && { 'x-session-token': shop.token }),
      ...(shop.project !== undefined && { 'x-client-id': shop.project }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data, msg } = (await response.json()) as Envelope<Data>;
  if (data === null) throw new Error(`${method} ${address}: ${msg}`);
  return data;
}

async function openShop(server: JourneyServer): Promise<ShownShop> {
  const { token } = await call<{ token: string }>(server, 'POST', '/api/register', {}, owner);
  const made = await call<{ token: string; feed_id: number; collection_id: number }>(
    server,
    'POST',
    '/api/sales_channels/sample',
    { token },
    { language: 'en' },
  );
  const shop = { token, project: made.token, feedId: made.feed_id, collectionId: made.collection_id };
  await imported(server, shop);
  for (let again = 1; again < imports; again += 1) {
    await call(server, 'PUT', '/api/feed/reload', shop, { id: shop.feedId });
    await imported(server, shop);
  }
  const synonyms = [
    { term: 'hoover', synonym_type_id: 1, synonyms: ['vacuum cleaner'] },
    { term: 'sneakers', synonym_type_id: 2, synonyms: ['running shoes', 'trainers'] },
  ];
  for (const synonym of synonyms) await call(server, 'POST', '/api/synonyms', shop, synonym);
  const gloves = await idsOf(server, shop, 'garden gloves');
  const [kettle = ''] = await idsOf(server, shop, 'kettle');
  return { ...shop, first: gloves[0] ?? '', last: gloves.at(-1) ?? '', missing: kettle };
}

async function idsOf(server: JourneyServer, shop: Shop, q: string): Promise<string[]> {
  const address = `/api/search/?${String(new URLSearchParams({ c: String(shop.collectionId), q }))}`;
  const { items } = await call<{ items: { id: string }[] }>(server, 'GET', address, shop);
  return items.map(({ id }) => id);
}

async function imported(server: JourneyServer, shop: Shop): Promise<void> {
  const deadline = Date.now() + importMilliseconds;
  for (;;) {
    const feed = await call<{ last_import: { finished_at: number | null } }>(server, 'GET', `/api/feed/${shop.feedId}`, shop);
    if (feed.last_import.finished_at !== null) return;
    if (Date.now() > deadline) throw new Error('The sample shop was not imported in time.');
  }
}

async function take(browser: Browser, server: JourneyServer, shop: ShownShop): Promise<void> {
  for (const { name, viewport, language, colorScheme } of looks) {
    const context = await browser.newContext({
      viewport,
      colorScheme,
      locale: language === 'cs' ? 'cs-CZ' : 'en-GB',
      timezoneId: 'Europe/Prague',
    });
    for (const { file, address, isForGuests } of shots) {
      const page = await context.newPage();
      const stored = { language, ...(!isForGuests && { id_token: shop.token, client_id: shop.project }) };
      await page.addInitScript((entries) => {
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
      }, stored);
      await page.goto(server.url + address(shop), { waitUntil: 'networkidle' });
      await page.locator('h1').waitFor();
      await page.waitForTimeout(settleMilliseconds);
      await page.screenshot({ path: path.join(folder, `${file}${name}.png`) });
      await page.close();
    }
    await context.close();
  }
}

mkdirSync(folder, { recursive: true });
const server = await startServer();
const browser = await chromium.launch(launchOptions);
try {
  await take(browser, server, await openShop(server));
  console.log(`${shots.length * looks.length} pictures are in ${path.relative(process.cwd(), folder)}.`);
} finally {
  await browser.close();
  await server.stop();
}
