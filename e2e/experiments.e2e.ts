import { setTimeout as sleep } from 'node:timers/promises';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { curations } from '#features/search-settings/curations/curations.contract.ts';
import { send } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { openByMenu } from './pages.ts';

/** Groups of fewer than a hundred aren't compared. */
const visitorsOfGroup = 105;
/** A visitor's address may call 50 times a second. */
const pauseMilliseconds = 20;
const rereadMilliseconds = 2_000;

/** Letters that no item has: an address counts few searches for the same. */
const wordOf = (visitor: number): string => `qx${String(visitor).replaceAll(/\d/g, (digit) => 'bcdfghjkmw'[Number(digit)]!)}qx`;

const texts = {
  en: {
    menu: 'A/B tests',
    name: 'Name',
    decided: 'Decided by',
    unfound: 'Without results',
    start: 'Start the test',
    better: /^B is better\. Without results: 100% → 0%/,
    publish: 'Make B live',
    ended: 'B made live',
  },
  cs: {
    menu: 'A/B testy',
    name: 'Název',
    decided: 'Rozhoduje',
    unfound: 'Bez výsledků',
    start: 'Spustit test',
    better: /^B je lepší\. Bez výsledků: 100\s% → 0\s%/,
    publish: 'Zveřejnit B',
    ended: 'B zveřejněno',
  },
} as const;

for (const language of ['en', 'cs'] as const)
  test(`half of the visitors get a draft, which wins and is made live (${language})`, async ({ page, asSampleShop, server }) => {
    const words = texts[language];
    const { sessionToken, token, collection_id: c } = await asSampleShop({ language });
    const search = (q: string, visitor = '') =>
      send<{ items: { id: string }[]; total_count: number; ab_test?: { group: 'a' | 'b' } }>(server.url, {
        method: 'GET',
        path: `${frontSearch.path}?${new URLSearchParams({ token, q, visitor }).toString()}`,
      });
    const [item] = (await search('')).items;
    const body = { c, name: 'Sofas', queries: [{ query: 'zzsofa', match: 'contains' }], promoted: [{ id: item!.id }] };
    await send(server.url, { ...curations.create, body, sessionToken, token });

    await page.goto('/search-settings/learned');
    await openByMenu(page, words.menu);
    await page.getByLabel(words.name, { exact: true }).fill('Sofas');
    await page.getByRole('combobox', { name: words.decided }).click();
    await page.getByRole('option', { name: words.unfound }).click();
    await page.getByRole('button', { name: words.start }).click();
    const publish = page.getByRole('button', { name: words.publish });
    await expect(publish).toBeVisible();

    const visitors = { a: 0, b: 0 };
    for (let visitor = 1; Math.min(visitors.a, visitors.b) < visitorsOfGroup; visitor += 1) {
      const { total_count: count, ab_test: assigned } = await search(`zzsofa ${wordOf(visitor)}`, `visitor ${visitor}`);
      expect(count > 0).toBe(assigned!.group === 'b');
      visitors[assigned!.group] += 1;
      await sleep(pauseMilliseconds);
    }
    await expect(async () => {
      await page.reload();
      await expect(page.getByText(words.better)).toBeVisible({ timeout: rereadMilliseconds });
    }).toPass({ timeout: 60_000 });

    await publish.click();
    // All searches change, so a person decides.
    await page.getByRole('dialog').getByRole('button', { name: words.publish, disabled: false }).click();
    await expect(page.getByText(words.ended)).toBeVisible();
    expect((await search('zzsofa')).items.map(({ id }) => id)).toEqual([item!.id]);
  });
