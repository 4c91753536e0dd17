import type { Page } from '@playwright/test';
import { lamps } from '#testing/feeds/feed-shops.ts';
import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { openByMenu } from '#e2e/menu.ts';

const row = (page: Page, path: string) => page.getByRole('row').filter({ hasText: path });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Caching of /front/search' });

test('calls of the shop are seen to be answered from the cache, until it is purged', async ({
  page,
  asFilledShop,
  server,
  feedHost,
}) => {
  const { token } = await asFilledShop(feedHost.put('/cached.ndjson', lamps(20)));
  const search = async (q: string, count: number) => {
    for (let time = 0; time < count; time += 1) {
      const { ok } = await fetch(`${server.url}/front/search?token=${token}&q=${q}`);
      expect(ok).toBe(true);
    }
  };
  await page.goto('/dashboard');
  await openByMenu(page, 'Endpoint configuration');
  await expect(row(page, '/front/search')).toContainText('60 s');
  // Too few to tell.
  await expect(row(page, '/front/search')).toContainText('–');
  await search('lamp', 20);
  await page.reload();
  await expect(row(page, '/front/search')).toContainText('95%');
  await expect(row(page, '/front/search')).toContainText('20');

  await page.getByRole('button', { name: 'Purge cache' }).click();
  const question = page.getByRole('dialog', { name: 'Purge the cache?' });
  await question.getByRole('button', { name: 'Purge cache' }).click();
  await expect(page.getByText('The cache was purged.')).toBeVisible();
  await search('lamp', 20);
  // The screen looks again by itself: of 40 calls, two were made.
  await expect(row(page, '/front/search')).toContainText('40', { timeout: 30_000 });
  await expect(row(page, '/front/search')).toContainText('95%');
  await expectAccessible(page);
});

test('how long answers are kept is set, and what another tab saves meanwhile is not lost', async ({
  page,
  asFilledShop,
  feedHost,
}) => {
  await asFilledShop(feedHost.put('/kept.ndjson', lamps(5)));
  await page.goto('/developer/frontapi/endpoints');
  await row(page, '/front/search').getByRole('button', { name: 'Edit caching' }).click();
  await expect(dialog(page)).toContainText('Fresh 1 min, then at most 5 min stale.');
  const other = await page.context().newPage();
  await other.goto('/developer/frontapi/endpoints?edit=1');
  await dialog(other).getByLabel('TTL (seconds)').fill('10');
  await dialog(other).getByRole('button', { name: 'Save changes' }).click();
  await expect(other.getByText('Saved. Answers kept so far were purged.')).toBeVisible();
  await expect(row(other, '/front/search')).toContainText('10 s');

  await dialog(page).getByLabel('TTL (seconds)').fill('90000');
  await expect(dialog(page)).toContainText('0 to 86,400.');
  await dialog(page).getByLabel('TTL (seconds)').fill('120');
  await dialog(page).getByLabel('Grace period (seconds)').fill('0');
  await expect(dialog(page)).toContainText('Fresh 2 min, then made anew.');
  await dialog(page).getByRole('button', { name: 'Save changes' }).click();
  const conflict = dialog(page).getByRole('alert');
  await expect(conflict).toContainText('saved this in the meantime');
  await expect(conflict.getByRole('row', { name: 'TTL (seconds) 10 120' })).toBeVisible();
  await expectAccessible(page);
  await conflict.getByRole('button', { name: 'Replace it' }).click();
  await expect(row(page, '/front/search')).toContainText('120 s');
  await expect(dialog(page)).toBeHidden();

  // Writes are never kept.
  await row(page, '/front/events').getByText('/front/events').click();
  const events = page.getByRole('dialog', { name: 'Caching of /front/events' });
  await expect(events).toContainText('Writes are never cached.');
  await expect(events.getByLabel('Keep answers')).toBeDisabled();
});
