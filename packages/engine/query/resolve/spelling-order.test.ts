import { describe, expect, it } from 'vitest';
import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import type { Plan } from '#engine/plan.ts';
import type { Hit, SearchResult } from '#engine/port.ts';
import { draftQuery } from '#engine/query/query-draft.ts';
import { run } from '#process-kit/work.ts';
import { inTypedSpelling, spellingWindow } from './spelling-order.ts';
import { group, planOf } from '#engine/testing/catalogue.ts';

const czech = createAnalyser('cs');

/** Scores fall from hit to hit, by a little. */
const hitsOf = (names: readonly string[]): Hit[] =>
  names.map((name, index) => ({
    id: name,
    score: 10 - index / 100,
    item: { id: name, fields: { name, description: 'Pás pás pás.' } },
    variantCount: 1,
    promoted: false,
  }));

interface Asked {
  readonly plan?: Partial<Plan>;
  readonly promoted?: string;
}

/** The order of items with these names, found in this order. */
async function order(query: string, names: readonly string[], { plan: changes = {}, promoted }: Asked = {}): Promise<string[]> {
  const draft = draftQuery(czech, [], query);
  const plan = planOf(
    draft.groups.map(({ word }) => group(word)),
    { size: names.length, ...changes },
  );
  const all = hitsOf(names).map((hit) => ({ ...hit, promoted: hit.id === promoted }));
  const search = async ({ from, size }: Plan): Promise<SearchResult> => ({
    hits: all.slice(from, from + size),
    totalCount: all.length,
    facets: [],
    unknownGroups: [],
    took: 0,
  });
  const { hits } = await run(inTypedSpelling(czech, draft.text, plan, await search(plan), search));
  return hits.map(({ id }) => id);
}

describe('items with a word as it was typed come before those that only have it in another spelling', () => {
  it.each([
    ['pás', ['Pas', 'Bederní pás'], ['Bederní pás', 'Pas']],
    ['PÁS', ['Pas', 'PÁS'], ['PÁS', 'Pas']],
    ['být', ['Byt', 'Být či nebýt'], ['Být či nebýt', 'Byt']],
    ['kožený pas', ['Kožený pás', 'Kožený pas'], ['Kožený pas', 'Kožený pás']],
    ['pás', ['Pas', 'Pás i pas'], ['Pás i pas', 'Pas']],
    ['pás', ['Pásek na pas', 'Pás'], ['Pás', 'Pásek na pas']],
    [
      'pás',
      ['Pas', 'P<b>á</b>s', 'p\u00ads&aacute;', 'p\u00ad\u00e1s'],
      ['P<b>á</b>s', 'p\u00ads&aacute;', 'p\u00ad\u00e1s', 'Pas'],
    ],
    ['pás', ['Pas', 'Pa\u0301s'], ['Pa\u0301s', 'Pas']],
  ])('%s', async (query, found, expected) => {
    expect(await order(query, found)).toEqual(expected);
  });
});

describe('the order of the scores stays', () => {
  it.each([
    ['of a query without diacritics', 'pas', ['Pás', 'Pas']],
    ['where no item has what was typed', 'pâs', ['Pás', 'Pas']],
    ['of items that have another form of the word', 'pás', ['Pásky', 'Pasy', 'Pás']],
    ['of letters that are also written as two', 'straße', ['Strasse', 'Straße']],
    ['of words that only a description has', 'pás', ['Lampa', 'Pás']],
  ])('%s', async (_, query, found) => {
    expect(await order(query, found)).toEqual(found);
  });

  it('where another order was asked for', async () => {
    const plan = { sort: [{ field: 'name', order: 'asc' }] } as const;
    expect(await order('pás', ['Pas', 'Pás'], { plan })).toEqual(['Pas', 'Pás']);
  });

  it('for promoted items, which are first whatever their spelling', async () => {
    expect(await order('pás', ['Pas', 'Pás'], { promoted: 'Pas' })).toEqual(['Pas', 'Pás']);
  });
});

it('each word takes its share of half the score', async () => {
  const draft = draftQuery(czech, [], 'kožený pás');
  const hits = hitsOf(['Kožený pas', 'Kožený pás']);
  const result = { hits, totalCount: 2, facets: [], unknownGroups: [], took: 0 };
  const reordered = await run(
    inTypedSpelling(czech, draft.text, planOf([group('kozeny'), group('pas')]), result, async () => result),
  );
  expect([...reordered.others]).toEqual([['Kožený pas', { words: ['pás'], score: -2.5 }]]);
  expect(reordered.hits.map(({ score }) => score)).toEqual([9.99, 7.5]);
});

it('settles the best hits over all their pages, and leaves those after them as they are', async () => {
  const names = Array.from({ length: spellingWindow + 20 }, (_, index) => `${index % 2 === 0 ? 'Pas' : 'Pás'} ${index}`);
  const size = 25;
  const pages = Array.from({ length: Math.ceil(names.length / size) }, (_, page) =>
    order('pás', names, { plan: { from: page * size, size } }),
  );
  const found = (await Promise.all(pages)).flat();
  expect(found.slice(0, spellingWindow / 2).every((name) => name.startsWith('Pás'))).toBe(true);
  expect(found.slice(spellingWindow)).toEqual(names.slice(spellingWindow));
  expect([...found].sort()).toEqual([...names].sort());
});
