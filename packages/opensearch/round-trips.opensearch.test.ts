import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { both } from '#process-kit/work.ts';
import type { Item } from '#contract/item.ts';
import { type SearchEngine, type SearchSession, inSession } from '#engine/port.ts';
import type { DatedRequest, Rule } from '#engine/query/pipeline.ts';
import { defaultRelevances } from '#engine/query/default-relevance.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import { runSearch } from '#engine/query/resolve/run-search.ts';
import { group, planOf } from '#engine/testing/catalogue.ts';
import { requestOf } from '#engine/testing/searched-items.ts';
import { openOpenSearchEngine } from './opensearch-engine.ts';
import { testCluster, testPrefix, testUrl } from './testing/test-cluster.ts';
import { troubledWay, type TroubledWay } from './testing/troubled-way.ts';

const colours = ['white', 'black', 'green', 'yellow', 'purple'];
const materials = ['wooden', 'leather', 'plastic', 'cotton'];
const things = ['table', 'chair', 'cupboard', 'mirror', 'curtain', 'drawer', 'armchair', 'bookcase'];

function* items(): Generator<Item> {
  let number = 0;
  for (const thing of things)
    for (const material of materials)
      for (const colour of colours)
        for (const size of ['small', 'large', 'extra large', 'narrow']) {
          const name = `${colour} ${material} ${thing} ${size}`;
          const [model, description] = [`${thing} ${material}`, `a fine ${thing} for every kitchen and garage`];
          const fields = {
            name,
            description,
            model,
            colour,
            brand: `Brand${number % 7}`,
            code: `AB${10_000 + number}`,
            price: number,
          };
          yield { id: `i${number++}`, fields };
        }
}

const names = ['name', 'description', 'model', 'colour', 'brand', 'code', 'price'] as const;
const all = [...items()];
const fields = defaultRelevances(
  names.map((name) => ({
    name,
    type: name === 'price' ? 'float' : 'text',
    samples: all.slice(0, 50).map((item) => item.fields[name]!),
  })),
);

const relevanceOf = (groupField: string | null): CollectionRelevance => ({
  layout: {
    language: 'en',
    groupField,
    fields: names.map((name) => {
      const { searchable, stemmer } = fields.get(name)!;
      const isFacet = ['colour', 'brand', 'price', 'model'].includes(name);
      return { name, type: name === 'price' ? 'float' : 'text', searchable, stemmer, facet: isFacet, path: false };
    }),
  },
  fields: Object.fromEntries(fields),
  relevantRate: 70,
  forcesStopwords: false,
  lowersUnwanted: false,
});

const promoting: Rule = { stage: 'curations', apply: (draft) => ({ ...draft, promoted: ['i7', 'i99'], hidden: ['i3'] }) };
const facets = ['colour', 'brand', 'price'].map((field) => ({ field, limit: 10 }));
const filters = [{ field: 'brand', anyOf: ['Brand3'] }];

interface Asked {
  readonly collection?: string;
  readonly request?: Partial<DatedRequest>;
  readonly rules?: readonly Rule[];
}

describe.skipIf(testUrl === undefined)('round trips to OpenSearch', () => {
  let engine: SearchEngine;
  let way: TroubledWay;
  let paths: string[] = [];

  const publish = async (collection: string, groupField: string | null): Promise<void> => {
    const build = await engine.build(collection, relevanceOf(groupField).layout);
    await build.add(all);
    await engine.publish(collection, (await build.finish()).generation);
  };
  beforeAll(async () => {
    way = await troubledWay(testUrl!, ({ url = '' }: IncomingMessage) => {
      if (/_(?:m?search|mget|count)\b/.test(url)) paths.push(url);
      return 'none';
    });
    engine = openOpenSearchEngine({ ...testCluster, url: way.url, prefix: testPrefix('trips') });
    await publish('plain', null);
    await publish('variants', 'model');
  });
  afterAll(async () => {
    for (const collection of ['plain', 'variants']) await engine.drop(collection);
    await engine.close();
    await way.close();
  });

  /** Without the look-ups of the live generation, which many searches share. */
  const count = async (collection: string, work: (session: SearchSession) => unknown): Promise<number> => {
    await engine.status(collection);
    return inSession(engine, collection, async (session) => {
      paths = [];
      await work(session);
      return paths.length;
    });
  };
  const searchTrips = (query: string, { collection = 'plain', request = {}, rules = [] }: Asked = {}): Promise<number> =>
    count(collection, (session) =>
      runSearch(session, relevanceOf(collection === 'plain' ? null : 'model'), rules, requestOf(query, request)),
    );

  it.each<[kind: string, query: string, most: number, asked?: Asked]>([
    ['1 word', 'table ', 1],
    ['2 words', 'wooden table ', 1],
    ['4 words', 'white wooden table small ', 1],
    ['no words', '', 1, { request: { facets } }],
    ['a beginning', 'armch', 1],
    ['facets', 'wooden chair ', 1, { request: { facets } }],
    ['a filter and facets', 'leather chair ', 1, { request: { facets, filters } }],
    ['promoted and hidden items', 'mirror ', 1, { rules: [promoting] }],
    ['promoted items and a filter', 'curtain ', 1, { rules: [promoting], request: { filters } }],
    ['variants', 'black mirror ', 2, { collection: 'variants' }],
    ['variants with promoted items', 'plastic drawer ', 2, { collection: 'variants', rules: [promoting] }],
    ['a word of few items', 'cotton bookcase narrow ', 1],
    ['a code', 'AB10123', 2],
    ['a number that is no code', 'table 2024', 2],
    ['a misspelt word', 'cupbaord ', 2],
    ['a misspelt word among others', 'wooden cupbord ', 2],
    ['a misspelt word with a filter', 'lether cupboard ', 2, { request: { filters, facets } }],
    ['words written as one', 'bookcasenarrow ', 2],
    ['words of which some are missing', 'wooden table qqqqq zzzzz ', 2],
    ['no results', 'qqqqqq wwwwww ', 2],
    ['another keyboard', 'zellow ', 2],
  ])('searches %s (%s) in at most %i', async (_kind, query, most, asked) => {
    expect(await searchTrips(query, asked)).toBeLessThanOrEqual(most);
  });

  it('completes a word and finds items in one', async () => {
    const complete = (session: SearchSession): unknown =>
      both(session.terms('cup', 5), runSearch(session, relevanceOf(null), [], requestOf('cup')));
    expect(await count('plain', complete)).toBe(1);
  });

  it('remembers words until the collection changes', async () => {
    const similar = (): Promise<number> => count('plain', (session) => session.similarTerms(['mirorr'], 5));
    expect([await similar(), await similar()]).toEqual([1, 0]);
    const item = { id: 'new', fields: { name: 'mirorr' } };
    await engine.change('plain', [{ kind: 'put', item }]);
    const found = await inSession(engine, 'plain', (session) => session.counts([planOf([group('mirorr')])]));
    expect(found).toEqual([1]);
    await engine.change('plain', [{ kind: 'remove', id: 'new' }]);
    expect(await similar()).toBe(1);
  });
});
