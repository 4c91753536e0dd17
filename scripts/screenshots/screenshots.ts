/**
 * Takes screenshots of the console with the sample shop: those of README.md into docs/screenshots, or with `all` every screen in every
 * look into .cache/screenshots.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { launchOptions } from '#e2e/browser.ts';
import { startServer, type JourneyServer } from '#e2e/server.ts';
import { openShop, type ShownShop } from './screenshot-shop.ts';

const root = path.dirname(path.dirname(import.meta.dirname));
const isAll = process.argv[2] === 'all';
const folder = isAll ? path.join(root, '.cache', 'screenshots') : path.join(root, 'docs', 'screenshots');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const isWanted = (file: string): boolean => isAll || readme.includes(`docs/screenshots/${file}.png`);
const settleMilliseconds = 600;
const desktop = { width: 1280, height: 800 };
const tablet = { width: 820, height: 1100 };
const phone = { width: 360, height: 740 };

/** Days of simulated visitors. */
const month = 'range=30-days';

interface Shot {
  readonly file: string;
  readonly address: (shop: ShownShop) => string;
  readonly isForGuests?: true;
  readonly types?: string;
}

const shots: readonly Shot[] = [
  { file: 'sign-up', address: () => '/register', isForGuests: true },
  { file: 'dashboard', address: () => `/dashboard?${month}` },
  { file: 'search-trends', address: () => `/analytics/trending-searches?${month}` },
  { file: 'query', address: ({ query }) => `/analytics/trending-searches/item?q=${encodeURIComponent(query)}&${month}` },
  { file: 'searches-without-results', address: () => `/analytics/searches-without-results?${month}` },
  { file: 'trending-items', address: () => `/analytics/trending-items?${month}` },
  { file: 'search-history', address: () => `/analytics/history-query/search?${month}` },
  { file: 'autocomplete-history', address: () => `/analytics/history-query/autocomplete?${month}` },
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
  { file: 'replacing-terms', address: () => '/search-settings/fixit' },
  { file: 'ignored-terms', address: () => '/search-settings/stopwords' },
  { file: 'curations', address: () => '/search-settings/curations' },
  { file: 'curation', address: ({ curationId }) => `/search-settings/curations/edit?id=${curationId}` },
  { file: 'relevance-tuning', address: () => '/search-settings/relevance-tuning?q=kettle' },
  { file: 'boost-manager', address: () => '/search-settings/boost-manager?q=kettle' },
  { file: 'releases', address: () => '/search-settings/releases' },
  { file: 'release', address: ({ release }) => `/search-settings/releases?release=${release}` },
  { file: 'project-settings', address: () => '/owner/project' },
  { file: 'projects', address: () => '/owner/projects' },
  { file: 'result-settings', address: () => '/developer/result-settings?tab=autocomplete' },
  { file: 'search-results', address: () => '/developer/result-settings' },
  { file: 'catalogue-settings', address: () => '/developer/result-settings/catalog' },
  { file: 'credentials', address: () => '/developer/credentials' },
  { file: 'demo-shop', address: ({ project }) => `/demo/${project}`, types: 'ket' },
];

/** Light and dark, wide and narrow, English and Czech. */
const looks = [
  { name: '', viewport: desktop, language: 'en', colorScheme: 'light' },
  { name: '-dark-cs', viewport: desktop, language: 'cs', colorScheme: 'dark' },
  { name: '-tablet', viewport: tablet, language: 'en', colorScheme: 'light' },
  { name: '-phone-cs', viewport: phone, language: 'cs', colorScheme: 'light' },
] as const;

async function take(browser: Browser, server: JourneyServer, shop: ShownShop): Promise<number> {
  let count = 0;
  for (const { name, viewport, language, colorScheme } of looks) {
    const context = await browser.newContext({
      viewport,
      colorScheme,
      locale: language === 'cs' ? 'cs-CZ' : 'en-GB',
      timezoneId: 'Europe/Prague',
    });
    for (const { file, address, isForGuests, types } of shots.filter((shot) => isWanted(shot.file + name))) {
      const page = await context.newPage();
      const stored = { language, ...(!isForGuests && { id_token: shop.token, client_id: shop.project }) };
      await page.addInitScript((entries) => {
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
      }, stored);
      await page.goto(server.url + address(shop), { waitUntil: 'networkidle' });
      await page.locator('h1').waitFor();
      if (types !== undefined) await page.getByRole('combobox').first().pressSequentially(types);
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
      await page.waitForTimeout(settleMilliseconds);
      await page.screenshot({ path: path.join(folder, `${file}${name}.png`) });
      await page.close();
      count += 1;
    }
    await context.close();
  }
  return count;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const server = await startServer();
const browser = await chromium.launch(launchOptions);
try {
  const count = await take(browser, server, await openShop(server));
  console.log(`${count} pictures are in ${path.relative(process.cwd(), folder)}.`);
} finally {
  await browser.close();
  await server.stop();
}
