import type { ServerResponse } from 'node:http';
import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { openByMenu } from '#e2e/menu.ts';
import { listFeeds } from '#features/data/feeds/feeds.contract.ts';
import type { FeedHost } from '#testing/feeds/feed-host.ts';
import { lamps } from '#testing/feeds/feed-shops.ts';

test('a running import is shown by its steps, also after the page is loaded again', async ({ page, asShop, feedHost }) => {
  const feed = slowFeed(feedHost);
  try {
    await asShop(feed.url, { name: 'Slow shop' });
    await page.goto('/data/import');
    await page.getByRole('link', { name: 'Slow shop' }).click();
    await expect(page.getByRole('heading', { name: 'Importing' })).toBeVisible();
    await page.reload();
    await expect(page.locator('li[aria-current=step]')).toHaveText(/^Reading/);
    await expect(page.getByRole('button', { name: 'Import again' })).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page);
    await openByMenu(page, 'Projects');
    feed.finish();
    await expect(page.getByText('“Slow shop” is imported: 3,000 items.')).toBeVisible();
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page.getByText('Imported', { exact: true }).first()).toBeVisible();
  } finally {
    feed.finish();
  }
});

test('an import that ends after another screen was loaded anew is told there', async ({ page, asShop, feedHost }) => {
  const feed = slowFeed(feedHost);
  try {
    await asShop(feed.url, { name: 'Slow shop' });
    // Whoever comes once it has ended is told nothing.
    const seen = page.waitForResponse((response) => new URL(response.url()).pathname === listFeeds.path);
    await page.goto('/search-settings/synonyms');
    await seen;
    await expect(page.getByRole('heading', { name: 'Synonyms', exact: true })).toBeVisible();
    feed.finish();
    await expect(page.getByText('“Slow shop” is imported: 3,000 items.')).toBeVisible();
  } finally {
    feed.finish();
  }
});

test('why an import failed is said in the language of the console', async ({ page, asShop, feedHost }) => {
  const { feed_id: id } = await asShop(`http://${feedHost.host}/nothing-here.xml`, { name: 'Shop' }, { language: 'cs' });
  await page.goto(`/data/import/edit?id=${id}`);
  const reason = page.getByRole('alert', { name: 'Feed se nepodařilo importovat.' });
  await expect(reason).toContainText(
    'Server „127.0.0.1“ odpověděl 404: na této adrese žádný feed není. Zkontrolujte adresu, nebo to zkuste znovu.',
  );
  await expectAccessible(page);
});

/** A feed that stops after the first half until `finish` is called. */
function slowFeed(host: FeedHost) {
  const lines = lamps(3000).split(/(?<=\n)/);
  const { promise: isFinished, resolve: finish } = Promise.withResolvers<void>();
  const send = async (response: ServerResponse): Promise<void> => {
    response.setHeader('content-length', Buffer.byteLength(lines.join('')));
    response.write(lines.slice(0, 1500).join(''));
    await isFinished;
    response.end(lines.slice(1500).join(''));
  };
  return { url: host.reply('/slow.ndjson', (response) => void send(response)), finish };
}
