import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  choose,
  dialog,
  find,
  noRow,
  part,
  pick,
  press,
  row,
  says,
  saysNot,
  textOf,
  type,
  until,
  valueOf,
} from '#testing/pages/acts.ts';
import { newShop, openPage, sampleShop } from '#testing/pages/open-page.tsx';

it('follows a word step by step', async () => {
  await openPage('/developer/analyze');
  await type('Searched for', 'Kettles');
  await says(/Word stem.*kettles/, part('list', 'Steps of the query'));
  await says(/any form with this stem.*[1-9]\d* items?/, part('list', /^Matches in/));
  await choose('In the field', 'Brand');
  await saysNot('Word stem', part('list', 'Steps of the query'));
  expect(location.search).toContain('schema=brand');
});

it('follows a query of visitors', async () => {
  await openPage('/developer/analyze');
  await press(/./, find('group', 'Names of items:'));
  await find('list', 'Steps of the query');
  expect(location.search).toContain('term=');
});

it('says that a field is not there', async () => {
  await openPage('/developer/analyze?term=kettles&schema=nosuchfield');
  await says('The requested field is not found.');
});

const chooseItem = (label: string, name: string): Promise<void> => pick(label, name, new RegExp(name));

it('offers to compare the first two results of a query of the shop', async () => {
  await openPage('/developer/compare-results', sampleShop);
  await press(/./, find('group', 'Or compare the first two results for'));
  await says(/“.+” is ahead for “.+”/);
});

it('counts the results of a query alike wherever it is searched', async () => {
  const names = ['Board game', 'Board game of cards', 'Card game', 'Dice game', 'Game of chess'];
  const shop = await newShop(names.map((name, id) => JSON.stringify({ id, name })).join('\n'));
  await openPage('/developer/query-tester?q=board+game', shop);
  await says('2 of 5 results have all words');
  await openPage('/search-settings/curations/edit?id=new&query=board+game', shop);
  await says('2 of 5 results have all words', part('region', 'Other items found'));
  await openPage('/dashboard', shop);
  await type('Type a query', 'board game');
  await says('2 of 5 results have all words');
});

it('compares two items and names the decisive factor', async () => {
  await openPage('/developer/query-tester?q=garden+gloves');
  await press('Compare results');
  await says('gardening gloves', part('region', 'First item'));
  await says('Choose the other item to compare with.');
  await chooseItem('Second item', 'garden hose');
  const verdict = part('region', 'Which one is ahead?');
  await says(/gardening gloves.*” is ahead for “garden gloves”\./, verdict);
  await says(/Decisive: the word “gloves” in the field Name, \d/, verdict);
  expect(textOf(await row('Decisive'))).toContain('gloves');
  await openPage('/developer/compare-results?q=garden+gloves&a=kettle-2-red&b=no-such-item');
  await says('“no-such-item” is not in the catalogue.');
  await chooseItem('Second item', 'gardening gloves');
  await says('the other one is not in the results', verdict);
  await says('It does not have: garden, gloves', verdict);
});

it('shows what the shop could recommend for an item, with the code for it', async () => {
  await openPage('/developer/recommendations');
  await says('No clicks and purchases in the last 7 days', part('region', 'Trending items'));
  await chooseItem('Choose another item', 'gardening gloves');
  await expect.poll(() => location.search).toContain('item=');
  const id = new URLSearchParams(location.search).get('item')!;
  await press('Add to your shop', find('region', 'Similar items'));
  await says(`<div data-aisle-recommend="similar" data-item="${id}"></div>`, part('region', 'Similar items'));
  await says('data-item is the id of the product on the page.', part('region', 'Similar items'));
  await press('Add to your shop', find('region', 'Trending items'));
  await saysNot('data-item', part('region', 'Trending items'));
  await says(/glove/, part('region', 'Similar items'));
  const together = part('region', 'Bought together');
  await says('Fewer than 3 customers bought it with the same other item.', together);
  await press('Add to your shop', find('region', 'Bought together'));
  await says(`/front/v1/bought-together/${id}?token=`, together);
  await says('Fewer than 3 visitors clicked it and the same other item.', part('region', 'Also viewed'));
});

const rows = (): HTMLElement[] => screen.queryAllByRole('row').slice(1);

it('corrects a query, filters its results, and keeps both in the address', async () => {
  await openPage('/developer/query-tester');
  await says('All items, best first');
  await type('Type a query', 'gardn gloves');
  await says('Also searched: garden gloves');
  await says('Typos corrected', part('region', 'How the query was processed'));
  expect(textOf(await row('gardening gloves'))).toBe(textOf(rows()[0]));
  await pick('Add filter', 'Lipkora', /^Lipkora/);
  await noRow('Spademont');
  const [address, count] = [location.href, rows().length];
  await openPage(address);
  await until(() => expect(rows()).toHaveLength(count));
  await press('Clear filters');
  await row('Spademont');
});

it('explains why an item is where it is', async () => {
  await openPage('/developer/query-tester?q=garden+gloves');
  await press('Why is it here?');
  const drawer = part('dialog', 'Why is it here?');
  await says('The largest part of its score comes from', drawer);
  await says(`Total${rows()[0]!.querySelectorAll('td')[2]!.textContent}`, drawer);
  await openPage(location.href);
  await says('The largest part of its score comes from', drawer);
});

it('offers what an owner can do about a query that finds nothing', async () => {
  await openPage('/developer/query-tester?q=kettelzzz');
  await says('Nothing matches “kettelzzz”');
  await press('Add synonym for “kettelzzz”', undefined, 'link');
  expect(await valueOf('Term', dialog('Add synonym'))).toBe('kettelzzz');
});

it('says why an item is missing, and what would bring it back', async () => {
  await openPage('/developer/query-tester?q=wasserkocher');
  await press('Why is it missing?');
  const drawer = part('dialog', 'Why is it missing?');
  await pick('Item, its id or its name', 'electric kettle', /^Simmerby Solo electric kettle/);
  await says('It isn’t in the results.', drawer);
  await says('Matched words: 0 of 1; needed: 1.', drawer);
  await openPage(location.href);
  await press('Add synonym', dialog('Why is it missing?'), 'link');
  expect(await valueOf('Term', dialog('Add synonym'))).toBe('wasserkocher');
});

it('says the place of an item that is not missing, and that another one is unknown', async () => {
  await openPage('/developer/query-tester?q=garden&page=2');
  await until(() => expect(rows().length).toBeGreaterThan(2));
  const name = document.createTreeWalker(document.querySelectorAll('[data-row-name]')[2]!, 4).nextNode()?.nodeValue ?? '';
  await press('Why is it missing?');
  const drawer = part('dialog', 'Why is it missing?');
  await pick('Item, its id or its name', name, /^Look for the id or name/);
  await says('it is in place 23, on page 2', drawer);
  await pick('Item, its id or its name', 'kettl teapotish', /^Look for the id or name/);
  await says('No item has the id or name “kettl teapotish”.', drawer);
  await says('doesn’t mention it', drawer);
});
