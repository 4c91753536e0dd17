import type { Page } from '@playwright/test';
import { batchPath } from '#contract/envelope.ts';
import { lamps } from '#testing/feeds/feed-host.ts';
import { expect, test } from './fixtures.ts';
import { visitorsOf } from './calls.ts';
import { settling } from './pages.ts';

const part = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });

test('the dashboard leads from the first try to the figures of visitors, and to what fixes them', async ({
  page,
  server,
  asFilledShop,
  feedHost,
}) => {
  const { token } = await asFilledShop(feedHost.put('/figures.ndjson', lamps(12)));
  await page.goto('/dashboard');
  const trial = part(page, 'Try a query as your customer');
  await expect(trial.getByRole('listitem')).toHaveCount(3);
  await trial.getByRole('textbox').fill('Lamp 7');
  await expect(trial.getByRole('listitem').first()).toContainText('Lamp 7');
  const connect = part(page, 'Connect your shop');
  await expect(connect).toContainText(token);
  await expect(connect.getByText('Waiting for the first call…')).toBeVisible();
  await expect(part(page, 'To do').getByRole('link', { name: 'Add your first synonym' })).toBeVisible();

  // The page polls.
  const visitors = visitorsOf(server, token);
  await visitors.search('lamp', 3);
  await visitors.search('qqzzxx');
  const all = part(page, 'Total queries');
  await expect(all.getByRole('link', { name: '4', exact: true })).toBeVisible();
  await expect(part(page, 'Total queries without results')).toContainText('25%');
  await expect(part(page, 'To do')).toContainText('1 query without results');
  await all.getByRole('button', { name: 'Show as a table' }).click();
  await expect(all.getByRole('table')).toBeVisible();

  // The list is loaded when it is scrolled to.
  await part(page, 'Data quality').scrollIntoViewIfNeeded();
  await page.getByRole('tab', { name: 'Without results' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'qqzzxx' })).toBeVisible();
  await page.getByRole('button', { name: 'Fix this problem' }).click();
  await expect(page.getByRole('dialog', { name: /qqzzxx/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await all.getByRole('link', { name: '4', exact: true }).click();
  await expect(page).toHaveURL(/\/analytics\/history-query\/search\?.*range=7-days/);
});

const mostRequests = {
  '/dashboard': 4,
  '/analytics/trending-searches': 2,
  '/search-settings/synonyms': 2,
  '/search-settings/curations': 2,
  // The effects follow the list.
  '/search-settings/releases': 3,
  '/data/import': 3,
} as const;

for (const [address, most] of Object.entries(mostRequests))
  test(`the first visit of ${address} takes at most ${most} requests and asks nothing twice`, async ({ asOwner }) => {
    const page = await asOwner();
    const settle = settling(page);
    const requests: { readonly path: string; readonly batched: readonly string[] }[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (!pathname.startsWith('/api/')) return;
      const { calls = [] } = (pathname === batchPath ? request.postDataJSON() : {}) as { calls?: { url: string }[] };
      requests.push({ path: pathname + search, batched: calls.map(({ url }) => url) });
    });
    await page.goto(address);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await settle();
    expect(requests.length, JSON.stringify(requests)).toBeLessThanOrEqual(most);
    const asked = requests.flatMap(({ path, batched }) => (path === batchPath ? batched : [path]));
    expect(asked.length).toBeGreaterThan(8);
    expect(asked.filter((one, at) => asked.indexOf(one) !== at)).toEqual([]);
  });
