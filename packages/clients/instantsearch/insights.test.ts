import { beforeEach, expect, test } from 'vitest';
import type { ShopEvent } from '#clients/javascript/search-types.ts';
import { insightsClientOf } from './insights.ts';

let tracked: [ShopEvent, string | number | undefined][];
const client = { track: (event: ShopEvent, collection?: string | number) => void tracked.push([event, collection]) };
const seen = new Map([['a', { query_id: 'q1', position: 3 }]]);
const aa = insightsClientOf(client, { cheap: { collection: 'Products', sort: 'price:asc' } }, seen);
beforeEach(() => {
  tracked = [];
});

test.each<[string, object, Partial<ShopEvent>]>([
  ['viewedObjectIDs', { objectIDs: ['a'] }, { type: 'impression', query_id: 'q1', position: 3 }],
  ['clickedObjectIDs', { objectIDs: ['b'] }, { type: 'click' }],
  [
    'clickedObjectIDsAfterSearch',
    { objectIDs: ['b'], positions: [7], queryID: 'q2' },
    { type: 'click', position: 7, query_id: 'q2' },
  ],
  ['convertedObjectIDsAfterSearch', { objectIDs: ['b'], queryID: 'q2' }, { type: 'cart', query_id: 'q2' }],
  ['convertedObjectIDs', { objectIDs: ['b'], eventSubtype: 'purchase' }, { type: 'purchase' }],
  ['addedToCartObjectIDsAfterSearch', { objectIDs: ['b'], queryID: 'q2' }, { type: 'cart', query_id: 'q2' }],
  [
    'purchasedObjectIDs',
    { objectIDs: ['b'], objectData: [{ price: '9.90', quantity: 2, queryID: 'q3' }], currency: 'EUR' },
    { type: 'purchase', price: 9.9, quantity: 2, query_id: 'q3', currency: 'EUR' },
  ],
])('%s is an event of its items', (method, payload, event) => {
  aa(method, { eventName: 'Anything', index: 'products_price_asc', ...payload }, { headers: {} });
  expect(tracked).toEqual([[{ item_id: (payload as { objectIDs: string[] }).objectIDs[0], ...event }, 'products']]);
});

test('several events come at once, and each item is one', () => {
  aa('sendEvents', [
    { eventType: 'click', index: 'cheap', objectIDs: ['x', 'y'], positions: [1, 2] },
    { eventType: 'conversion', eventSubtype: 'addToCart', index: 'cheap', objectIDs: ['x'] },
    { eventType: 'instantsearch', eventName: '__start__' },
  ]);
  expect(tracked.map(([{ type, item_id: id, position }, collection]) => [type, id, position, collection])).toEqual([
    ['click', 'x', 1, 'Products'],
    ['click', 'y', 2, 'Products'],
    ['cart', 'x', undefined, 'Products'],
  ]);
});

test('what is not about items is left out', () => {
  aa('init', { appId: 'x' });
  aa('getUserToken', null, () => expect.fail('There is none.'));
  aa('onUserTokenChange', () => undefined, { immediate: true });
  aa('setUserToken', 'somebody');
  aa('viewedFilters', { index: 'products', filters: ['brand:Vela'] });
  aa('clickedFilters', { index: 'products', filters: ['brand:Vela'] });
  expect(tracked).toEqual([]);
});
