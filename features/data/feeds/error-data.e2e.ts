import { readFileSync } from 'node:fs';
import { accessibilityProblems } from '#e2e/accessibility.ts';
import { post, signUpNewcomer } from '#e2e/calls.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { startServer } from '#e2e/server.ts';
import { startFeedHost } from '#server/testing/feed-host.ts';

const importMilliseconds = 20_000;
const good = Array.from({ length: 30 }, (_, index) => JSON.stringify({ id: index, name: `Lamp ${index}`, price: 5 }));
const bad = [{ id: 'a', name: '=1+1', price: 'many' }, { id: 'b', name: 'Lamp b', price: 'few' }, { name: 'Lamp without an id' }];

for (const look of [
  {
    language: 'en',
    link: 'See what was wrong',
    width: 1280,
    leftOut: 'Left out (1)',
    looked: 'To check (2)',
    reason: /^The price is not a number/,
    advice: 'Write the price as a number',
    download: 'Download CSV',
  },
  {
    language: 'cs',
    link: 'Podívat se, co bylo špatně',
    width: 360,
    leftOut: 'Vynecháno (1)',
    looked: 'Ke kontrole (2)',
    reason: /^Cena není číslo/,
    advice: 'Zapište cenu jako číslo',
    download: 'Stáhnout CSV',
  },
]) {
  test(`error data in ${look.language}: by what happened and by reason, with advice, and as a file without formulas`, async ({
    page,
  }) => {
    const host = await startFeedHost();
    const server = await startServer({ AISLE_ALLOW_PRIVATE_FEEDS: host.host });
    try {
      const { token } = await signUpNewcomer(server.url);
      const feed_url = host.put('/lamps.ndjson', [...good, ...bad.map((item) => JSON.stringify(item))].join('\n'));
      await post(
        server.url,
        '/api/sales_channels',
        { name: 'Lamps', language: 'en', data_source: 'custom_feed', feed_url },
        token,
      );
      await page.addInitScript(
        ([session, language]) => {
          localStorage.setItem('id_token', session!);
          localStorage.setItem('language', language!);
        },
        [token, look.language],
      );
      await page.setViewportSize({ width: look.width, height: 800 });
      await page.goto(`${server.url}/data/import/edit?id=1`);
      await page.getByRole('link', { name: look.link }).click({ timeout: importMilliseconds });
      await expect(page.getByText(look.leftOut)).toBeVisible();
      const rows = page.locator('tbody tr');
      await expect(rows).toHaveCount(3);
      await page.getByText(look.leftOut).click();
      await expect(rows).toHaveCount(1);
      await page.getByText(look.looked).click();
      await expect(rows).toHaveCount(2);
      await page.getByRole('button', { name: look.reason }).first().click();
      await expect(page.getByText(look.advice)).toBeVisible();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(look.width);
      await page.reload();
      await expect(page.getByText(look.advice)).toBeVisible();

      const arriving = page.waitForEvent('download');
      await page.getByRole('button', { name: look.download }).click();
      const csv = readFileSync(await (await arriving).path(), 'utf8');
      expect(csv).toContain(`31,'=1+1,price,many,item imported`);
      expect(csv).not.toContain('without an id');
    } finally {
      await server.stop();
      await host.close();
    }
  });
}
