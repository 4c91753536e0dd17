import type { Locator } from '@playwright/test';
import { batchPath } from '#contract/envelope.ts';
import { readBadges } from '#features/search-settings/linter/linter.contract.ts';
import { lamps } from '#testing/feeds/feed-host.ts';
import { expect, test } from './fixtures.ts';
import { expectFits, phone } from './pages.ts';

test('Czech menu entries are not cut off beside badges', async ({ page, asShop, feedHost }) => {
  await asShop(feedHost.put('/badges.ndjson', lamps(2)), {}, { language: 'cs' });
  const counts = { synonyms: 14, fixits: 23, stopwords: 128, curations: 45 };
  const data = { waiting: counts, drafts: { boosts: 2 }, findings: { ...counts, boosts: 3 } };
  await page.route(`**${batchPath}`, async (route) => {
    const { calls } = route.request().postDataJSON() as { calls: { url: string }[] };
    const at = calls.findIndex(({ url }) => url === readBadges.path);
    const answers = await (await route.fetch()).text();
    const badges = `${at} 200 ${JSON.stringify({ err: 0, msg: '', data, errors: [] })}`;
    await route.fulfill({ body: answers.replace(new RegExp(`^${at} .*$`, 'm'), () => badges) });
  });
  await page.goto('/search-settings/synonyms');
  const menu = page.getByRole('navigation').first();
  await expect(menu.getByText('128').first()).toBeVisible();
  // Screen-reader texts are one pixel wide.
  const cut = await menu
    .locator('a, a > span')
    .evaluateAll((parts) =>
      parts
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent),
    );
  expect(cut).toEqual([]);
});

test('a long address does not widen the table beyond the page', async ({ asShop, page }) => {
  await asShop('', { data_source: 'aisle_api' });
  const address = 'https://furniture.example/catalogue/livingroom/chairs/armchairs/recliners/leather?sort=price';
  const rule = new URLSearchParams({ edit: 'new', term: 'chair', catalog_term: address });
  await page.goto(`/search-settings/fixit?${rule.toString()}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByTitle(address)).toBeVisible();
  await expectFits(page);
});

test('a toast does not cover the bar of unsaved changes', async ({ page, asShop }) => {
  const shop = await asShop('', { data_source: 'aisle_api' });
  await page.setViewportSize(phone);
  await page.goto(`/owner/project?p=${shop.id}`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Unsaved changes');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Delete project' }).click();
  await page.context().setOffline(false);
  const toast = await page.getByText('No connection to the server.', { exact: true }).boundingBox();
  const bar = await page.getByRole('region', { name: 'Unsaved changes' }).boundingBox();
  expect(toast!.y + toast!.height).toBeLessThan(bar!.y);
});

test('a choice of states fits a phone', async ({ page, asFilledShop, feedHost }) => {
  await asFilledShop(feedHost.put('/states.ndjson', lamps(2)));
  await page.setViewportSize(phone);
  await page.goto('/analytics/searches-without-results');
  const choices = await page.getByRole('radiogroup', { name: 'State' }).boundingBox();
  const last = await page.getByText(/^Dismissed/).boundingBox();
  expect(last!.x + last!.width).toBeLessThanOrEqual(choices!.x + choices!.width);
});

test('a name of one long word fits every screen on a phone', async ({ page, asShop }) => {
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

test('drags a block by its handle', async ({ page, asFilledShop, feedHost }) => {
  await asFilledShop(feedHost.put('/results-drag.ndjson', lamps(5)));
  await page.goto('/developer/result-settings');
  await expect(page.locator('[data-draggable=true]').first()).toBeVisible();
  const rows = page.getByRole('list', { name: 'Panel layout', exact: true }).locator('> li');
  const idsOf = () => rows.evaluateAll((all) => all.map((one) => one.getAttribute('data-card')));
  const [first, second] = [rows.nth(0), rows.nth(1)];
  const before = await idsOf();
  const [handle, target] = [(await second.locator('[data-card-handle]').boundingBox())!, (await first.boundingBox())!];
  await page.mouse.move(handle.x + 8, handle.y + 12);
  await page.mouse.down();
  await page.mouse.move(handle.x + 12, handle.y, { steps: 4 });
  await page.mouse.move(target.x + 30, target.y + 6, { steps: 8 });
  await expect(first).toHaveAttribute('data-drop', 'before');
  await page.mouse.up();
  await expect.poll(() => idsOf()).toEqual(before.toReversed());
});
