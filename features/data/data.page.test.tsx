import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  choose,
  closed,
  dialog,
  find,
  give,
  noRow,
  part,
  pick,
  press,
  pressInRow,
  row,
  rowNow,
  says,
  saysNot,
  type,
  until,
} from '#testing/pages/acts.ts';
import { callAs, emptyShop, feedHost, newShop, openPage, sampleShop, serverUrl } from '#testing/pages/open-page.tsx';
import { signUpWithProject } from '#e2e/calls.ts';
import { lamps } from '#testing/feeds/feed-host.ts';
import { listCollections, updateCollection } from './collections/collections.contract.ts';
import { listFeeds, readFeed } from './feeds/feeds.contract.ts';
import { listSchedules } from './schedules/schedules.contract.ts';

it('adds a collection, refuses a used name, recreates another one and rolls it back', async () => {
  await openPage('/data/collections', await newShop(lamps(20)));
  await press('Add collection');
  const drawer = dialog('Add collection');
  await press(/^Articles/, drawer, 'radio');
  await type('Name', 'products', drawer);
  await press('Add collection', drawer);
  await says('This is already used.');
  await type('Name', 'Guides', drawer);
  await press('Add collection', drawer);
  await says('No items yet', () => rowNow('Guides'));

  await press('Edit', row('Products'));
  await choose('Match rate', /all/i);
  await press('Save changes');
  await says('Settings wait for update', () => rowNow('Products'));
  await press('Update collection');
  await saysNot('Settings wait for update', () => rowNow('Products'));
  await pressInRow('Recreate collection', row('Products'));
  await press('Recreate collection', dialog('Recreate “Products”?'));
  await says(/“Products” is rebuilt: \d+ items/);
  await pressInRow('Generations', row('Products'));
  await until(async () => expect(within(await dialog('Generations of “Products”')).getAllByRole('listitem')).toHaveLength(2));
  await press('Roll back', dialog('Generations of “Products”'));
  await press('Roll back', dialog('Roll back “Products”?'));
  await says('Rolled back.');

  await pressInRow('Delete', row('Products'));
  await says(/Used by “Lamps”/);
  await pressInRow('Delete', row('Guides'));
  await type('Type “Guides” to go on', 'Guides');
  await press('Delete', dialog('Delete “Guides”?'));
  await noRow('Guides');
});

it('keeps both changes when two people change different settings of a collection', async () => {
  const shop = await emptyShop();
  await openPage(`/data/collections?edit=${shop.collection_id}`, shop);
  const toggle = await find('switch', /with unwanted words last/);
  await callAs(shop, updateCollection, { id: shop.collection_id, relevant_rate: 40, force_stopwords: true });
  fireEvent.click(toggle);
  await press('Save changes');
  await until(async () =>
    expect(await callAs(shop, listCollections, {})).toMatchObject([
      { name: 'Products', relevant_rate: 40, force_stopwords: true, lower_unwanted: true },
    ]),
  );
});

it('asks what one item is when a file has an unknown format', async () => {
  await openPage('/data/import', await emptyShop());
  await press('Add feed');
  const drawer = dialog('Add feed');
  await type('Name', 'Things', drawer);
  fireEvent.click(within(await drawer).getByText('File', { exact: true }));
  const things = '<thing><code>A1</code><label>Lamp</label></thing><other><code>A1</code><x>1</x></other>'.repeat(3);
  await give('things.xml', `<data>${things}</data>`, drawer);
  await says(/things\.xml.*Choose other files/, part('dialog', 'Add feed'));
  await press('Add feed', drawer);
  await says('What is one item?');
  await press(/thing · found 3 times/, undefined, 'radio');
  await press('Import');
  await saysNot('What is one item?');
  await says('Imported');
});

it('shows the step of a running import, cancels it, and deletes the feed with its items', async () => {
  const host = await feedHost();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const chairs = lamps(5).replaceAll('Lamp', 'Chair').replaceAll('"id":"', '"id":"c');
  const address = host.reply('/chairs.ndjson', (response) => {
    response.write(`${chairs}\n`);
    void mayEnd.then(() => response.end());
  });
  const shop = await emptyShop();
  await openPage('/data/import', shop);
  await press('Add feed');
  const drawer = dialog('Add feed');
  await type('Name', 'Chairs', drawer);
  await type('Feed URL', address, drawer);
  await press('Add feed', drawer);
  await says('Reading');
  await press('Cancel import');
  await press('Cancel import', dialog('Cancel import?'));
  await says('Cancelled');
  end();
  await press('Import again');
  await says('Imported');
  await press('Changes');
  await says(/New: 5/, part('dialog', 'Changes'));

  await openPage('/data/import', shop);
  await pressInRow(/^Delete/, row('Chairs'));
  const question = dialog('Delete “Chairs”?');
  await press(/removed from your search/, question, 'radio');
  await type(/^Type “Chairs”/, 'Chairs', question);
  await press('Delete', question);
  await says('Deleted.');
});

it('says in Czech why an import failed, and the bell tells it until it is dismissed', async () => {
  const { host } = await feedHost();
  const shop = await signUpWithProject(serverUrl, { name: 'Lamp shop', language: 'cs', feed_url: `http://${host}/nothing-here` });
  await openPage(`/data/import/edit?id=${shop.feed_id}`, shop, 'cs');
  await says('Server „127.0.0.1“ odpověděl 404: na adrese feed není. Zkontrolujte ji, nebo to zkuste znovu.');
  await press('1 zpráva');
  await press('Skrýt');
  await says('Skryto.');
  await find('button', 'Zprávy: žádné');
});

const chairs = Array.from({ length: 40 }, (_, at) =>
  JSON.stringify({
    id: `c${at}`,
    headline: `Oak chair ${at}`,
    name: `CH-${at}`,
    price: 10_000 + at,
    maker: 'Sitwell',
    note: 'x',
  }),
).join('\n');

it('maps the fields of a feed, previews and imports them, and goes back to proposals', async () => {
  const shop = await newShop(chairs, { name: 'Chairs' });
  await openPage(`/data/import/mapping?id=${shop.feed_id}`, shop);
  await says('CH-0');
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  await press('Name', undefined, 'link');
  await choose('Value', 'These fields, joined', dialog('Name'));
  await pick('Fields of the feed', 'headline', 'headline', dialog('Name'));
  await says('CH-0Oak chair 0', part('dialog', 'Name'));
  await press('Use this', dialog('Name'));
  await pressInRow('Edit', row('note'));
  await choose('Value', 'Nothing', dialog('note'));
  await press('Use this', dialog('note'));
  await press('Price', undefined, 'link');
  await choose('Read as', 'A price in hundredths, such as cents', dialog('Price'));
  await says('100.39', part('dialog', 'Price'));
  await press('Use this', dialog('Price'));

  await press('Add field');
  const drawer = dialog('Add field');
  await press('Add field', drawer);
  await says('Fields of the feed is required');
  await type('Name', 'full_name', drawer);
  await choose('Value', 'These fields, joined', drawer);
  for (const name of ['maker', 'headline']) {
    await pick('Fields of the feed', name, name, drawer);
  }
  await type('Text between them', ' – ', drawer);
  await says('Sitwell – Oak chair 0', part('dialog', 'Add field'));
  await press('Add field', drawer);
  await says('maker + headline');
  await press('Save changes');
  await says('The mapping is saved. The next import uses it.');
  await press('Import again');
  await says('Imported');

  await openPage(`/data/import/mapping?id=${shop.feed_id}`, shop);
  await says('CH-0Oak chair 0');
  await press('Back to proposals');
  await press('Save changes');
  await says('The mapping is saved. The next import uses it.');
  await saysNot('CH-0Oak chair 0');
});

it('shows the ids that items have when the feed has none', async () => {
  const offers = ['a', 'b'].map((at) => JSON.stringify({ name: `Oak chair ${at}`, url: `https://chairs.example/p/${at}` }));
  const shop = await newShop(offers.join('\n'), { name: 'Offers' });
  await openPage(`/data/import/mapping?id=${shop.feed_id}`, shop);
  await press('Id', undefined, 'link');
  await says('b7c4e09c5a80eb90', part('dialog', 'Id'));
  await press('Use this', dialog('Id'));
  await saysNot('By you');
});

it('lists the problems of items, and leads to the mapping', async () => {
  const shop = await newShop('id,name,price\nA1,Lamp,free\nA2,,20\nA3,Chair,30', { name: 'Offers' });
  await openPage(`/data/import/error-data?id=${shop.feed_id}`, shop);
  await says(/Lamp.*freePriceThe price is not a number\..*Item imported/, () => rowNow('Lamp'));
  await says(/–Name/, () => rowNow('A2'));
  await press('Mapping', undefined, 'link');
  await until(() => expect(location.pathname).toBe('/data/import/mapping'));
});

it('shows, hides, boosts, adds and deletes phrases', async () => {
  const feed = ['a', 'b', 'c'].map((id) => JSON.stringify({ id, name: `gardening gloves ${id}` })).join('\n');
  await openPage('/data/phrases?search=gardening+gloves', await newShop(feed));
  const gloves = () => rowNow(/^gardening gloves(?! [abc])/);
  const shown = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Suggest “gardening gloves”' });
  await says('Item names', gloves);
  const [was, before] = [shown().checked, shown()];
  fireEvent.click(before);
  await says(/“gardening gloves” is (suggested from now on|no longer suggested)\./);
  await until(() => expect(shown().checked).toBe(!was));
  await press('gardening gloves', row(/^gardening gloves(?! [abc])/), 'link');
  const edited = dialog('gardening gloves');
  await type('Boost', '4', edited);
  await press('Save changes', edited);
  await says('4', gloves);

  await press('Add phrase');
  await type('Phrase', 'kettle for tea lovers', dialog('Add phrase'));
  await press('Add phrase', dialog('Add phrase'));
  await says(/“kettle for tea lovers” is suggested from now on/);
  await type('Search the list', 'tea lovers');
  await says('Added by hand', () => rowNow('kettle for tea lovers'));
  await press('Delete', row('kettle for tea lovers'));
  await press('Delete', find('alertdialog'));
  await noRow('kettle for tea lovers');
  // An earlier message may offer to undo, too.
  await until(() => fireEvent.click(within(screen.getByText(/tea lovers.* was deleted/).parentElement!).getByText('Undo')));
  await row('kettle for tea lovers');
});

it('proposes to keep the live items when an import would remove most of them', async () => {
  const host = await feedHost();
  const shop = await newShop(lamps(40), { name: 'Lamp shop' });
  const { feed_url: address } = await callAs(shop, readFeed, { id: shop.feed_id! });
  host.put(new URL(address).pathname, lamps(10));
  await openPage(`/data/import/edit?id=${shop.feed_id}`, shop);
  await press('Import again');
  await says('On hold: 30 of 40 items would disappear.');
  expect((await find('button', 'Import again')).dataset['variant']).toBe('default');
  await press('Publish anyway');
  await says('30 of 40 items disappear from search.');
  await press('Cancel', dialog('Publish import?'));
  await press('Keep live items');
  await press('Discard', dialog('Discard import?'));
  await says('The import was discarded.');
});

it('says that a sample shop is imported by hand and needs no mapping', async () => {
  const [feed] = await callAs(sampleShop, listFeeds, {}).then(({ items }) => items);
  await openPage(`/data/import/edit?id=${feed!.id}`, sampleShop);
  await says('A sample shop is imported by hand only.');
  await openPage(`/data/import/mapping?id=${feed!.id}`, sampleShop);
  await says('A sample shop needs no mapping.');
});

it('gives a feed a daily schedule and an address of its prices and stock, and switches it off', async () => {
  const host = await feedHost();
  const stock = host.put('/stock.csv', 'id,price,stock\n1,99,3\n2,5,0\nother,1,1\n');
  const shop = await newShop(lamps(30), { name: 'Lamp shop', time_zone: 'Europe/Prague' });
  await openPage(`/data/import/edit?id=${shop.feed_id}&edit=schedule`, shop);
  const drawer = dialog('Automatic imports');
  await choose('Import automatically', 'Every day at a time', drawer);
  await type('Time', '04:30', drawer);
  await type('Price and stock feed URL', 'http://10.0.0.1/stock.csv', drawer);
  await press('Save changes', drawer);
  await says('allow it on the server: AISLE_ALLOW_PRIVATE_FEEDS=10.0.0.1');
  await type('Price and stock feed URL', stock, drawer);
  await press('Save changes', drawer);
  await says('Saved.');
  await says('Every day at 04:30 (Europe/Prague).');
  await until(async () => expect((await callAs(shop, listSchedules, {}))[0]?.availability?.state).toBe('done'));
  await openPage(`/data/import/edit?id=${shop.feed_id}`, shop);
  await says(/2 items changed, 1 id belongs to no item/);
  await press('Change schedule');
  await choose('Import automatically', 'Off', dialog('Automatic imports'));
  await press('Save changes', dialog('Automatic imports'));
  await says('Off. The feed is imported on request only.');
});

it('changes a field at once or by a recreate, and adds one before any item has it', async () => {
  const feed = ['a', 'b', 'c']
    .map((id) => JSON.stringify({ id, name: `Lamp ${id}`, warranty: `29${id}`, description: 'Shines' }))
    .join('\n');
  await openPage('/data/schema?search=warranty', await newShop(feed));
  await press('warranty', undefined, 'link');
  await says('Searched', part('dialog', 'warranty'));
  await find('link', 'Change in relevance tuning', dialog('warranty'));
  await type('Search the list', '29a', dialog('warranty'));
  await says(/1 value/, part('dialog', 'warranty'));
  await press(/^Filters/, dialog('warranty'), 'switch');
  await press('Save changes', dialog('warranty'));
  await closed('warranty');
  await says('Needs a rebuild', () => rowNow('warranty'));
  await says('1 change needs a rebuild');
  await press('Recreate collection');
  await press('Recreate collection', dialog(/^Recreate “/));
  await saysNot('Needs a rebuild', () => rowNow('warranty'));

  await type('Search the list', 'description');
  await press(/^Description/, undefined, 'link');
  await press(/^Autocomplete/, dialog(/^Description/), 'switch');
  await press('Save changes', dialog(/^Description/));
  await closed(/^Description/);
  await says('Saved.');
  await press('Add field');
  await type('Name', 'season', dialog('Add field'));
  await press('Add field', dialog('Add field'));
  await closed('Add field');
  await type('Search the list', '');
  await choose('Fields', 'Needs a rebuild');
  await row('season');
});
