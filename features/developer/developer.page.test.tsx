import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  choose,
  closed,
  dialog,
  find,
  noRow,
  part,
  pick,
  press,
  pressInRow,
  row,
  rowNow,
  says,
  saysNot,
  textOf,
  type,
  until,
} from '#testing/pages/acts.ts';
import { callAs, emptyShop, newShop, openPage, sampleShop, serverUrl } from '#testing/pages/open-page.tsx';
import { updateProject } from '#features/owner/projects/projects.contract.ts';
import { lamps } from '#testing/feeds/feed-host.ts';
import { listEndpoints, updateEndpoint } from './endpoints/endpoints.contract.ts';
import { readPlugin, savePlugin } from './plugin/plugin.contract.ts';

const titles = (): (string | null)[] => [...document.querySelectorAll('main h2')].map(({ textContent }) => textContent);

it('shows a new secret once and can stop the old one', async () => {
  const shop = await emptyShop();
  await openPage('/developer/credentials', shop);
  await says('Waiting for the first call…');
  await press('Generate a new secret');
  await press('Generate a new secret', dialog(/secret/));
  await find('button', 'Copy secret');
  await says('The old secret works until');
  await press('Stop it now');
  await says('The old secret has stopped working.');
  await openPage('/developer/credentials', shop);
  await find('button', 'Copy client ID');
  expect(screen.queryByRole('button', { name: 'Copy secret' })).toBeNull();
});

it('makes a key with rights of its own, shows it once, changes and deletes it', async () => {
  const shop = await emptyShop();
  await openPage('/developer/credentials', shop);
  await says('No keys yet');
  await press('Add key');
  await type('Name', 'Shop pages');
  await type('Pages', 'shop.example', undefined, 'Tab');
  await press('Send events', dialog('Add key'), 'checkbox');
  await press('Add key', dialog('Add key'));
  await find('button', 'Copy secret');
  await press('Done');
  await closed('dialog');
  expect(textOf(await row('Shop pages'))).toMatch(/Search, Send events.*shop\.example.*Never/);
  await openPage('/developer/credentials', shop);
  await pressInRow('Edit', row('Shop pages'));
  await type('Name', 'Pages of the shop');
  await press('Save');
  await row('Pages of the shop');
  await pressInRow('Delete', row('Pages of the shop'));
  await press('Delete', find('alertdialog'));
  await says('No keys yet');
});

it('searches for a product of the shop in the examples of calls', async () => {
  await openPage('/developer/credentials', sampleShop);
  await says(new RegExp(`${serverUrl}/front/v1/search\\?q=[a-z]+(?:\\+[a-z]+)*&token=${sampleShop.token}`));
  await saysNot('q=False');
});

it('puts first what the project uses: the plugin, whose screen has its line, or calls of the API', async () => {
  const shop = await emptyShop();
  const plugin = 'The search plugin in your shop';
  await openPage('/developer/credentials', shop);
  await until(() => expect(titles().indexOf(plugin)).toBe(0));
  await saysNot('plugin.js');
  await openPage('/developer/plugin?shop=shopify', shop);
  await says(`src="${serverUrl}/plugin.js" data-token="${shop.token}"`);
  await says('In Layout, open theme.liquid');
  await callAs(shop, updateProject, { id: shop.id, type: 'front_api' });
  await openPage('/developer/credentials', shop);
  await until(() => expect(titles().at(-1)).toBe(plugin));
});

it('pages through documents, searches, filters and sorts them, and shows other columns', async () => {
  await openPage('/developer/documents');
  await until(() => expect(screen.getAllByRole('row')).toHaveLength(21));
  const first = textOf(screen.getAllByRole('row')[1]);
  await press('Next page');
  await until(() => expect(textOf(screen.getAllByRole('row')[1])).not.toBe(first));
  await press('Columns');
  await press('Material', find('dialog', 'Columns'), 'checkbox');
  await find('columnheader', 'Material');
  await type('Search the list', 'kettle');
  await row('kettle');
  await choose('Field', 'Brand');
  await pick('Value', 'Simmerby', /^Simmerby/);
  await noRow('Olov');
  await row('Simmerby');
  await press('Price');
  await until(() => expect(part('columnheader', 'Price')()?.getAttribute('aria-sort')).toBe('ascending'));
  expect(location.search).toMatch(/field=brand/);
});

it('shows what is stored beside what was indexed', async () => {
  await openPage('/developer/documents?search=kettle');
  await press('Document');
  const drawer = part('dialog', 'Document');
  await says('"item_group"', drawer);
  await says('kettle → kettl', drawer);
  await says('Not searched', drawer);
});

it('adds, changes, deletes and restores an own item', async () => {
  await openPage('/developer/documents', await emptyShop());
  await press('Add item');
  const drawer = dialog('Add item');
  await type('Id', 'voucher-500', drawer);
  await type('Name', 'Gift voucher', drawer);
  await type('Price', '500', drawer, 'Tab');
  await press('Add item', drawer);
  await closed('Add item');
  await choose('Origin', 'Changed lately');
  const voucher = () => row('voucher-500');
  await says(/By hand.*Added · Nora New/, () => rowNow('voucher-500'));
  await press('Edit', voucher());
  const edit = dialog('Gift voucher');
  await type('Name', 'Gift card', edit);
  await press('Save changes', edit);
  await closed(/^Gift/);
  await says(/Gift card.*Changed · Nora New/, () => rowNow('voucher-500'));
  await press('Delete', voucher());
  await press('Delete', find('alertdialog'));
  await noRow('voucher-500');
  await press('Undo');
  await says('Gift card', () => rowNow('voucher-500'));
});

it('counts calls that the cache answers, purges it, and keeps what another tab saves', async () => {
  const shop = await emptyShop();
  const search = () => fetch(`${serverUrl}/front/search?token=${shop.token}&q=lamp`);
  for (let count = 0; count < 20; count += 1) expect((await search()).ok).toBe(true);
  await openPage('/developer/frontapi/endpoints', shop);
  const endpoint = () => row('/front/v1/search');
  // Each thread makes an answer once.
  await says(/1 min.*(?:95|90|85|80)%/, () => rowNow('/front/v1/search'));
  await press('Cached responses');
  await says(/^lamp.*Search/, () => rowNow(/^lamp/));
  await press('Close', dialog('Cached responses'));
  await press('Purge cache');
  await press('Purge cache', dialog('Purge the cache?'));
  await says('The cache was purged.');

  await press('Edit', endpoint());
  const editing = dialog('Caching of /front/v1/search');
  const { id } = (await callAs(shop, listEndpoints, {})).find(({ path }) => path === '/front/search')!;
  await callAs(shop, updateEndpoint, { id, is_cached: true, cache_ttl: 10, cache_grace_period: 300 });
  await type('TTL (seconds)', '90000', editing);
  await says('0 to 86,400.');
  await type('TTL (seconds)', '120', editing);
  await type('Grace period (seconds)', '0', editing);
  await press('Save changes', editing);
  await says('saved this in another tab.');
  await press('Replace it');
  await says('The cache was purged.');
  await says('2 min', () => rowNow('/front/v1/search'));
});

it('watches an item, alerts, and restores it after it was deleted', async () => {
  const shop = await newShop(lamps(20));
  await openPage('/developer/check-items', shop);
  await says('No check items yet');
  await press(/^Add check item/);
  const drawer = dialog('Add check item');
  await press('Add check item', drawer);
  await says(/Required field.*Required field/, part('dialog', 'Add check item'));
  await pick('Item', 'Lamp 7', /^Lamp 7/, drawer);
  await type('Query', 'lamp', drawer);
  await says(/Now on place \d+ of 20\./);
  await press('Add check item', drawer);
  await says('Saved.');
  await says('Recorded', () => rowNow('Lamp 7'));
  await pressInRow('Edit', row('Lamp 7'));
  await type('Alert above place', '1', dialog(/^Lamp 7/));
  await press('Save changes', dialog(/^Lamp 7/));
  await says('Alert', () => rowNow('Lamp 7'));
  await pressInRow('Check now', row('Lamp 7'));
  await press('Lamp 7', row('Lamp 7'), 'link');
  const history = dialog('Places of the item');
  await press('Show as a table', history);
  await says('By hand', part('dialog', 'Places of the item'));
  await openPage('/developer/check-items?edit=new&elastic_item_id=7&term=LAMP', shop);
  await says('Watched already.');
});

it('tries what answers hold, publishes it to the shop, and keeps what another tab saves', async () => {
  const feed = Array.from({ length: 12 }, (_, at) =>
    JSON.stringify({
      id: `k${at}`,
      name: `Garden lamp ${at}`,
      category: at % 3 === 0 ? 'Garden > Lamps' : 'Kitchen > Lamps',
      brand: at % 2 === 0 ? 'Acme' : 'Lumen',
      price: 100 - at,
      description: 'Stands in the grass and shines for a whole night, whatever the weather is like',
    }),
  ).join('\n');
  const shop = await newShop(feed);
  const search = async () => {
    const answer = await fetch(`${serverUrl}/front/search?${new URLSearchParams({ token: shop.token, q: 'lamp' })}`);
    return (await answer.json()).data as { items: Record<string, unknown>[]; facets: { label?: string }[] };
  };
  await openPage('/developer/result-settings?tab=search', shop);
  await press('Brand: shown', undefined, 'switch');
  await press('More about Description');
  await type('Max. length: Description', '5');
  await says('Enter a whole number from 10, or leave it empty.');
  await type('Max. length: Description', '20');
  await type('Results per page', '3');
  await choose('Add choice', 'Price ↑');
  await choose('Add filter', 'Brand');
  await type('Label: Brand', 'Maker', find('list', 'Filters'));
  expect((await search()).items).toHaveLength(12);
  await press('Save and publish');
  await says(/Live now\./);
  const { items, facets } = await search();
  expect(items.map(({ price, description }) => [price, description])).toEqual(
    [89, 90, 91].map((price) => [price, 'Stands in the grass…']),
  );
  expect(items[0]).not.toHaveProperty('brand');
  expect(facets).toMatchObject([{ label: 'Maker' }]);

  await openPage('/developer/result-settings/catalog', shop);
  const table = find('table', 'Categories');
  await press(/^Default sort: Kitchen,/, table);
  await press('Price ↑', undefined, 'option');
  const sort = () => find('button', /^Default sort: Kitchen › Lamps,/, table);
  await until(async () => expect(textOf(await sort())).toBe('Price ↑'));
});

it('shows what another tab saved of the plugin, and keeps it below what is saved here', async () => {
  const shop = await emptyShop();
  await openPage('/developer/plugin?q=lamp', shop);
  await type('Accent colour', '#aa0044');
  await callAs(shop, savePlugin, { settings: { corners: 0 } } as never);
  await press('Save');
  await says('saved this in another tab.');
  await press('Keep mine on top');
  await until(async () => expect((await callAs(shop, readPlugin, {})).settings).toMatchObject({ accent: '#aa0044', corners: 0 }));
});
