import { beforeAll, expect, test } from 'vitest';
import { frontAutocomplete } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { sharedFeedShops } from '#testing/feeds/feed-shops.ts';

const { server, host, shop } = await sharedFeedShops();
const names = [
  'Laptop sleeve',
  'Laptop stand',
  'Soup bowl',
  'Green shirt',
  'Sport socks',
  'Laptop bag',
  'Tent for two',
  'Tent with foil',
  'Garden gloves',
  'Television 55',
  'Pegs of tents',
];
let token: string;

beforeAll(async () => {
  const cushion = { id: 'cushion', name: 'Cushion', description: 'For the lap.' };
  const lines = [...names.map((name, id) => ({ id, name })), cushion].map((item) => JSON.stringify(item)).join('\n');
  const owner = await shop(host.put('/suggested.ndjson', lines, 'application/x-ndjson'));
  await server.imported(owner.actor, owner.feedId);
  token = owner.actor.project!;
});

const complete = async (q: string) => (await server.call({}, frontAutocomplete, { token, q, limit: 10 })).data!;
const suggested = async (q: string) => (await complete(q)).suggestions.map(({ text, item_count }) => `${text} ${item_count}`);

test.each([
  ['laptop s', ['laptop sleeve 1', 'laptop stand 1']],
  ['laptop sh', []],
  ['tent f', ['tent foil 1']],
  ['s', ['shirt 1', 'sleeve 1', 'socks 1', 'soup 1', 'sport 1', 'stand 1']],
  ['gadren glo', ['garden gloves 1']],
  ['televsi', ['television 1']],
  ['ten', ['tent 2']],
  ['lap', ['laptop 3']],
])('%s is completed among the items that have the words before', async (typed, expected) => {
  expect((await suggested(typed)).toSorted()).toEqual(expected);
});

test('items whose names go on as typed come before those that have it as a word of their description', async () => {
  const { items } = await complete('lap');
  expect(items.map(({ name }) => name)).toEqual(['Laptop sleeve', 'Laptop stand', 'Laptop bag', 'Cushion']);
});

test('items that lack words are shown only if no item has all', async () => {
  const found = async (q: string) => {
    const { items, total_count: count } = await complete(q);
    return [count, ...items.map(({ name }) => name)];
  };
  expect(await found('laptop stan')).toEqual([1, 'Laptop stand']);
  expect(await found('laptop gloves')).toEqual(expect.arrayContaining([4, 'Garden gloves', 'Laptop bag']));
});
