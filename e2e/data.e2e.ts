import type { ServerResponse } from 'node:http';
import { lamps } from '#testing/feeds/feed-host.ts';
import { expect, test } from './fixtures.ts';
import { openByMenu } from './pages.ts';

test('a running import shows its steps, also after a reload, and its end is reported on another screen', async ({
  page,
  asShop,
  feedHost,
}) => {
  const lines = lamps(3000).split(/(?<=\n)/);
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const send = async (response: ServerResponse): Promise<void> => {
    response.setHeader('content-length', Buffer.byteLength(lines.join('')));
    response.write(lines.slice(0, 1500).join(''));
    await mayEnd;
    response.end(lines.slice(1500).join(''));
  };
  const url = feedHost.reply('/slow.ndjson', (response) => void send(response));
  try {
    await asShop(url, { name: 'Slow shop' });
    await page.goto('/data/import');
    await page.getByRole('link', { name: 'Slow shop' }).click();
    await expect(page.getByRole('heading', { name: 'Importing' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('progressbar', { name: 'Reading' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Import again' })).toHaveAttribute('aria-disabled', 'true');
    await openByMenu(page, 'Projects');
    end();
    await expect(page.getByText('“Slow shop” is imported: 3,000 items.')).toBeVisible();
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page.getByText('Imported', { exact: true }).first()).toBeVisible();
  } finally {
    end();
  }
});

test('an import that would remove much is held, shown, dropped and published', async ({ page, asFilledShop, feedHost }) => {
  const shop = await asFilledShop(feedHost.put('/held.ndjson', lamps(40)));
  feedHost.put('/held.ndjson', lamps(10));
  await page.goto(`/data/import/edit?id=${shop.feed_id}`);
  await page.getByRole('button', { name: 'Import again' }).click();
  await expect(page.getByText('75% fewer items than the live catalogue; the limit is 20%.')).toBeVisible();
  await page.getByRole('button', { name: 'Changes', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Changes', exact: true });
  await expect(drawer.getByText('Removed: 30')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await openByMenu(page, 'Dashboard');
  await page.getByRole('link', { name: /^Import on hold: Lamps/ }).click();
  await page.getByRole('button', { name: 'Keep live items' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByText("The import was discarded. Live items don't change.")).toBeVisible();

  await page.getByRole('button', { name: 'Import again' }).click();
  await page.getByRole('button', { name: 'Publish anyway' }).click();
  await expect(page.getByRole('dialog')).toContainText('30 of 40 items disappear from search.');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Imported', { exact: true }).first()).toBeVisible();
});
