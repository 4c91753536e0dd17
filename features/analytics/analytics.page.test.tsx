import { within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { countClicks, dialog, noRow, press, row, rowNow, says } from '#testing/pages/acts.ts';
import { newShop, openPage, openUntil, serverUrl } from '#testing/pages/open-page.tsx';
import { visitorsOf } from '#e2e/calls.ts';

const names = ['Mobil Alfa', 'Mobil Beta', 'Mobil Gama', 'Kalkulačka 234', 'Lampa stolní'];
const feed = names.map((name, at) => JSON.stringify({ id: `${at}`, name, price: 100 + at })).join('\n');

it('fixes or dismisses many queries at once, after showing what is added', async () => {
  const shop = await newShop(feed, { language: 'cs' });
  const visitors = visitorsOf({ url: serverUrl }, shop.token);
  for (const query of ['mobyl', 'lampaa', 'ledovka', 'ěšč', '<script>alert(1)</script>']) await visitors.search(query);
  await openUntil('/analytics/searches-without-results?range=7-days&state=corrected', shop, () => {
    for (const query of ['mobyl', 'lampaa', 'ěšč']) expect(rowNow(query)).toBeDefined();
  });
  await says('3, as mobil', () => rowNow('mobyl'));
  await says('→ mobil · 3 items', () => rowNow('mobyl'));
  await says('→ 234 · 1 item', () => rowNow('ěšč'));
  for (const query of ['mobyl', 'lampaa']) await press(`Select “${query}”`, undefined, 'checkbox');
  await press('Accept');
  const question = dialog('Accept 2 proposals?');
  expect(within(await question).getAllByRole('listitem')).toHaveLength(2);
  await press('Accept', question);
  await says('2 queries were fixed.');
  await noRow('mobyl');
  expect((await visitors.search('mobyl')).items).toHaveLength(3);

  const clicks = countClicks();
  await press('Add replacing term', row('ěšč'));
  await noRow('ěšč');
  expect(clicks()).toBe(1);

  await openPage('/analytics/searches-without-results?range=7-days', shop);
  await says('<script>');
  await noRow('mobyl');
  await press('Fix this problem', row('ledovka'));
  await press('Dismiss query', dialog('Fix “ledovka”'));
  await says('1 query was dismissed.');
  await openPage('/analytics/searches-without-results?range=7-days&state=dismissed', shop);
  await press('Reopen', row('ledovka'));
  await noRow('ledovka');
});

it('shows items that visitors see and click, and promotes one for a query that brought it', async () => {
  const shop = await newShop(feed, { language: 'cs' });
  const visitors = visitorsOf({ url: serverUrl }, shop.token);
  const { query_id: queryId, items } = await visitors.search('mobil');
  await visitors.click(items[2]!.id, queryId, 3);
  const name = names[Number(items[2]!.id)]!;
  await openUntil('/analytics/trending-items?range=7-days', shop, () => expect(rowNow(name)).toBeDefined());
  await press('Promote for a query', row(name));
  await press('mobil', dialog('Promote for a query'));
  await says('Promoted 1');
});
