import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  choose,
  dialog,
  find,
  noRow,
  part,
  pick,
  press,
  region,
  row,
  says,
  saysNot,
  textOf,
  type,
  until,
  valueOf,
} from '#testing/pages/acts.ts';
import { openPage } from '#testing/pages/open-page.tsx';

it('follows a word step by step and compares it with another one', async () => {
  await openPage('/developer/analyze');
  await press(/^Try “/);
  await until(async () => expect(await valueOf('Searched for')).not.toBe(''));
  await type('Searched for', 'Kettles');
  await says(/Endings taken off.*kettles/, part('list', 'Steps of the query'));
  await says(/any form with this stem.*[1-9]\d* items?/, part('list', /^What is looked for/));
  await type('Would it find this?', 'electric kettle');
  await says('“Kettles” finds “electric kettle”.');
  await type('Would it find this?', 'teapot');
  await says('“Kettles” does not find “teapot”.');
  expect((await region('Do they meet?')).textContent).toContain('“kettles”: not there');
  await choose('In the field', 'brand');
  await saysNot('Endings taken off', part('list', 'Steps of the query'));
  expect(location.search).toContain('schema=brand');
});

it('says that a field is not there', async () => {
  await openPage('/developer/analyze?term=kettles&schema=nosuchfield');
  await says('The requested field is not found.');
});

const chooseItem = (label: string, name: string): Promise<void> => pick(label, name, new RegExp(name));

it('compares two items and names the decisive factor', async () => {
  await openPage('/developer/query-tester?q=garden+gloves');
  await press('Compare with another item');
  await says('gardening gloves', part('region', 'First item'));
  await says('Choose the other item to compare with.');
  await chooseItem('Second item', 'garden hose');
  const verdict = part('region', 'Which one is ahead?');
  await says(/gardening gloves.*” is ahead for “garden gloves”\./, verdict);
  await says(/What decides: the word “gloves” in the field name, which gives it \d/, verdict);
  expect(textOf(await row('Decisive'))).toContain('gloves');
  await openPage('/developer/compare-results?q=garden+gloves&a=kettle-2-red&b=no-such-item');
  await says('“no-such-item” is not in the catalogue. Choose another item.');
  await chooseItem('Second item', 'gardening gloves');
  await says('the other one is not among the results', verdict);
  await says('It does not have: garden, gloves', verdict);
});

const rows = (): HTMLElement[] => screen.queryAllByRole('row').slice(1);

it('corrects what is typed into the tester, narrows it, and a link shows the same', async () => {
  await openPage('/developer/query-tester');
  await type('Type a query', 'gardn gloves');
  await says('this was searched for as well: garden gloves');
  await says('Typos corrected', part('region', 'What was done with the query'));
  expect(textOf(await row('gardening gloves'))).toBe(textOf(rows()[0]));
  await press('Lipkora', await find('group', 'Brand'), 'checkbox');
  await noRow('Spademont');
  const [address, count] = [location.href, rows().length];
  await openPage(address);
  await until(() => expect(rows()).toHaveLength(count));
  await press('Clear filters');
  await row('Spademont');
});

it('explains why an item is where it is', async () => {
  await openPage('/developer/query-tester?q=garden+gloves');
  await press('Explain why it is here');
  const drawer = part('dialog', 'Why is it here?');
  await says('It has 2 of 2 words.', drawer);
  await says(`Total${rows()[0]!.querySelectorAll('td')[2]!.textContent}`, drawer);
  await openPage(location.href);
  await says('It has 2 of 2 words.', drawer);
});

it('sorts results, and shows them as customers see them', async () => {
  await openPage('/developer/query-tester?q=garden+gloves');
  await row('gardening gloves');
  const count = document.querySelectorAll('[data-row-name]').length;
  fireEvent.click(await until(() => screen.getByText('As customers see it')));
  await until(() => expect(document.querySelectorAll('[data-tile]')).toHaveLength(count));
  expect(location.search).toContain('view=grid');
  await openPage('/developer/query-tester?q=kettle&sort=price%3Aasc');
  await row('kettle');
  expect(screen.queryByRole('columnheader', { name: 'Score' })).toBeNull();
  await press('Show raw answer');
  await says('"total_count"', part('dialog', 'Raw answer'));
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
  await says('It is not among the results.', drawer);
  await says('Words it has: 0 of 1. Words it needs: 1.', drawer);
  await says('A synonym by which “wasserkocher” finds “kettle”', drawer);
  await openPage(location.href);
  await press('Add synonym', dialog('Why is it missing?'), 'link');
  expect(await valueOf('Term', dialog('Add synonym'))).toBe('wasserkocher');
});

it('says the place of an item that is not missing, and offers others for an unknown one', async () => {
  await openPage('/developer/query-tester?q=garden&page=2');
  await until(() => expect(rows().length).toBeGreaterThan(2));
  const name = document.createTreeWalker(document.querySelectorAll('[data-row-name]')[2]!, 4).nextNode()?.nodeValue ?? '';
  await press('Why is it missing?');
  const drawer = part('dialog', 'Why is it missing?');
  await pick('Item, its id or its name', name, /^Look for the id or name/);
  await says('it stands in place 23, on page 2', drawer);
  await pick('Item, its id or its name', 'kettl teapotish', /^Look for the id or name/);
  await says('No item has the id or name “kettl teapotish”.', drawer);
  await says('neither brought it nor left it out', drawer);
});
