import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { readTrialQueries } from '#contract/preview.ts';
import { makeUpVisitors } from '#features/analytics/made-up-visitors/made-up-visitors.contract.ts';
import { proposeFixes, readProblem } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { listSearchTrends } from '#features/analytics/search-trends/search-trends.contract.ts';
import { frontAutocomplete } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { madeUpQueries } from '#sample-shop/visitors.ts';
import { listProposedSynonyms } from '#features/search-settings/synonyms/proposed-synonyms.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';
import type { SampleOwner } from '#testing/test-app.ts';

const server = await sharedServer();
/** Some kinds have three products. */
const shownFirst = 2;
const mostFrequent = 13;

const shops = {
  en: {
    /** The last level of the category of the first items. */
    shining: {
      kettle: 'Kettles',
      'running shoes': 'Running shoes',
      't-shirt': 'T-shirts',
      'dog bed': 'Beds',
      headphones: 'Headphones',
      'garden hose': 'Hoses',
      'table lamp': 'Table lamps',
    },
    /** All last levels. */
    relaxed: { 'running shoes': ['Running shoes'], 'table lamp': ['Table lamps', 'Pendant lights'] },
    corrected: { kettel: 'kettle', hedphones: 'headphones' },
    besides: { 'tabel lamp': 'table' },
    lost: { fridge: 'Refrigerators', rucksack: 'Backpacks', galoshes: 'Boots' },
    typed: { plat: /plate/i, kett: /kettle/i, ref: /refrigerator/i },
    foreign: /[ěščřžýáíéůúťďňó]/iu,
  },
  cs: {
    shining: {
      konvice: 'Konvice',
      'cervene konvice': 'Konvice',
      'běžecké boty': 'Běžecké boty',
      tričko: 'Trička',
      'pelíšek pro psa': 'Pelíšky',
      sluchátka: 'Sluchátka',
      'zahradní hadice': 'Hadice',
      zidle: 'Židle',
    },
    relaxed: { 'běžecké boty': ['Běžecké boty', 'Boty'], 'stolní lampa': ['Stolní lampy'] },
    corrected: { konvyce: 'konvice', mobyl: 'mobil' },
    besides: { 'yahradni hadice': 'zahradní hadice' },
    lost: { lednička: 'Chladničky', ruksak: 'Batohy', gumáky: 'Boty' },
    typed: { tal: /talíř/i, zid: /židle/i, chlad: /chladničk/i },
    foreign: /\b(?:the|with|garden|plate|kettle|black|white)\b/i,
  },
} as const;

describe.each(['en', 'cs'] as const)('sample shop in %s', (language) => {
  const { shining, relaxed, corrected, besides, lost, typed, foreign } = shops[language];
  let owner: SampleOwner;
  const search = async (q: string, count = shownFirst) =>
    (await server.call({}, frontSearch, { token: owner.project, q, per_page: count })).data!;
  const kindsOf = async (q: string, count?: number) =>
    (await search(q, count)).items.map((item) =>
      String((item as { category?: unknown }).category)
        .split(' > ')
        .at(-1),
    );

  beforeAll(async () => {
    owner = await server.shop(language);
    await server.call(owner, makeUpVisitors, {});
  });

  test.each(Object.entries(shining))('finds %s first among %s', async (q, kind) => {
    expect((await search(q)).corrected_query).toBeNull();
    expect(new Set(await kindsOf(q))).toEqual(new Set([kind]));
  });

  test('finds only items of one kind for the most frequent queries', async () => {
    const found = madeUpQueries[language].queries.slice(0, mostFrequent).filter((q) => !(q in corrected) && !(q in lost));
    expect(found.length).toBeGreaterThanOrEqual(8);
    for (const q of found) {
      const kinds = await kindsOf(q, 50);
      expect(kinds.length, q).toBeGreaterThanOrEqual(3);
      expect(new Set(kinds).size, `${q}: ${kinds.join()}`).toBe(1);
    }
  });

  test.each(Object.entries(relaxed))('finds no other kind for %s', async (q, kinds) => {
    expect(new Set(await kindsOf(q, 50))).toEqual(new Set(kinds));
  });

  test.each(Object.entries(corrected))('corrects %s to %s', async (q, words) => {
    const { corrected_query: corrected, total_count: count } = await search(q);
    expect(corrected).toBe(words);
    expect(count).toBeGreaterThan(1);
  });

  test.each(Object.entries(lost))('finds nothing for %s, and proposes the words of %s', async (q, kind) => {
    expect((await search(q)).total_count).toBe(0);
    const { data } = await server.call(owner, readProblem, { c: owner.collectionId, q });
    const [first] = data!.proposals;
    expect(first).toMatchObject({ fix: { kind: 'synonym', term: q, to: [madeUpQueries[language].remedies[q]] } });
    expect(new Set(first!.items.map(({ category }) => String(category).split(' > ').at(-1)))).toEqual(new Set([kind]));
    expect(first!.searches).toBeGreaterThanOrEqual(data!.queries);
  });

  test.each(Object.entries(typed))('completes %s to %s in its own language', async (q, word) => {
    const { data } = await server.call({}, frontAutocomplete, { token: owner.project, q });
    const texts = data!.suggestions.map(({ text }) => text);
    expect(texts[0]).toMatch(word);
    expect(texts.filter((text) => foreign.test(text))).toEqual([]);
  });

  test('visitors search with words that the shop has, but for the ones that are lost', async () => {
    const { data } = await server.call(owner, listSearchTrends, { per_page: 100 });
    const [all, none] = [data!.items, data!.items.filter(({ item_count: found }) => found === 0)];
    const sum = (rows: typeof all): number => rows.reduce((total, { count }) => total + count, 0);
    expect(none.map(({ query }) => query)).toEqual(expect.arrayContaining(Object.keys(lost)));
    expect(sum(none) / sum(all)).toBeLessThan(0.15);
  });

  test('proposes only what the words of frequent queries mean', async () => {
    const { data: trends } = await server.call(owner, listSearchTrends, { per_page: 100 });
    const queries = trends!.items.filter((one) => one.item_count === 0 || one.found_as !== null).map(({ query }) => query);
    const { data } = await server.call(owner, proposeFixes, { c: owner.collectionId, queries });
    const right = { ...madeUpQueries[language].remedies, ...corrected, ...besides };
    const proposed = data!.flatMap(({ query, proposal }) => (proposal ? [[query, proposal.fix.to.join()]] : []));
    expect(Object.fromEntries(proposed)).toEqual(right);
  });

  test('proposes as synonyms what visitors of the month searched instead', async () => {
    const { data } = await server.call(owner, listProposedSynonyms, {});
    expect(Object.fromEntries(data!.items.map(({ term, synonym }) => [term, synonym]))).toEqual(madeUpQueries[language].remedies);
  });

  test('queries to try are words of several products', async () => {
    const { data } = await server.call(owner, readTrialQueries, { c: owner.collectionId });
    expect(data).toHaveLength(3);
    for (const q of data!) expect((await search(q)).total_count, q).toBeGreaterThan(3);
    expect(data!.filter((q) => foreign.test(q))).toEqual([]);
  });

  test('a lost query is fixed as soon as a rule finds items for it', async () => {
    const [[q, word] = ['', '']] = Object.entries(madeUpQueries[language].remedies);
    const shown = async () => {
      const { data } = await server.call(owner, listSearchTrends, { per_page: 100 });
      return data!.items.find(({ query }) => query === q);
    };
    expect(await shown()).toMatchObject({ item_count: 0, fixed: null });
    await server.call(owner, synonyms.create, { term: q, synonyms: [word] } as never);
    await vi.waitFor(async () => expect((await search(q)).total_count).toBeGreaterThan(0));
    expect(await shown()).toMatchObject({ item_count: 0, fixed: { item_count: (await search(q)).total_count, at: null } });
  });
});

test('the README shows queries that the Czech sample shop answers', async () => {
  const text = await readFile('README.md', 'utf8');
  for (const q of ['zidle', 'cervene+konvice']) expect(text).toContain(q);
});
