import { beforeAll, describe, expect, test, vi } from 'vitest';
import { pathSeparator as itemPathSeparator } from '#contract/item.ts';
import { maxResultWindow } from '#engine/plan.ts';
import { maximumSearches } from '#features/front-api/multi/multi.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';
import type {
  FacetValuesResult,
  RecommendRequest,
  RecommendResult,
  SearchParams,
  SearchRequest,
  SearchResult,
} from './algolia-types.ts';
import { pathSeparator } from './names.ts';
import { aisleSearchClient, pagedItems, type SearchClient, searchesOfCall } from './search-client.ts';

const server = await sharedServer();
const owner = await server.shop();

/** Searches that reached the server, by their calls. */
let calls: number[] = [];
let searchClient: SearchClient;
beforeAll(async () => {
  searchClient = aisleSearchClient({
    origin: server.origin,
    token: owner.project,
    fields: { categories: 'category' },
    fetch: (url, options) => {
      const body = typeof options?.body === 'string' ? (JSON.parse(options.body) as { searches: unknown[] }) : null;
      calls.push(body === null ? 1 : body.searches.length);
      return fetch(url, options);
    },
  });
});

const indexName = 'products';
const ask = async (...asked: SearchParams[]): Promise<SearchResult[]> => {
  calls = [];
  return (await searchClient.search(asked.map((params) => ({ indexName, params })))).results;
};
const alone = async (...asked: SearchParams[]): Promise<SearchResult[]> => {
  const results = [];
  for (const params of asked) results.push(...(await ask(params)));
  return results;
};
const counts = ({ facets, facets_stats: stats }: SearchResult) => ({ facets, stats });
const countOnly = { hitsPerPage: 0, page: 0 };

test('limits are those of the server', () => {
  expect([pagedItems, searchesOfCall, pathSeparator]).toEqual([maxResultWindow, maximumSearches, itemPathSeparator]);
});

describe('a search', () => {
  test('is answered in the words of InstantSearch', async () => {
    const [result] = await ask({ query: 'garden', hitsPerPage: 4, page: 1, facets: ['brand', 'price'] });
    expect(result).toMatchObject({
      index: indexName,
      page: 1,
      hitsPerPage: 4,
      query: 'garden',
      exhaustiveNbHits: true,
      renderingContent: {},
    });
    expect(result!.nbPages).toBe(Math.ceil(result!.nbHits / 4));
    expect(result!.hits.map(({ objectID, id }) => objectID === id)).toEqual([true, true, true, true]);
    expect(Object.values(result!.facets['brand']!).every((count) => count > 0)).toBe(true);
    expect(result!.facets_stats['price']!.max).toBeGreaterThan(result!.facets_stats['price']!.min);
    expect(result!.queryID).toMatch(/^[\w-]{36}$/);
  });

  test('begins with the first page, and shows no page that would be refused', async () => {
    const [first] = await ask({ query: '' });
    expect(first!.hits).toHaveLength(20);
    expect(first!.page).toBe(0);
    const last = first!.nbPages - 1;
    expect((await ask({ query: '', page: last }))[0]!.hits.length).toBeGreaterThan(0);
  });

  test('marks the words of the query with the tags that are asked for', async () => {
    const [result] = await ask({ query: 'garden glove', highlightPreTag: '[', highlightPostTag: ']' });
    const { name, description } = result!.hits[0]!._highlightResult;
    expect(name).toMatchObject({
      value: expect.stringMatching(/\[garden\w*] \[gloves?]/i),
      matchLevel: 'full',
    });
    const untagged = JSON.stringify(description).replaceAll(/\[|]/g, '');
    expect(untagged).toContain(JSON.stringify(result!.hits[0]!['description']).replaceAll(/\[|]/g, ''));
    const [plain] = await ask({ query: 'garden glove', attributesToHighlight: [] });
    expect(plain!.hits[0]!._highlightResult['name']).toMatchObject({ matchLevel: 'none', matchedWords: [] });
  });

  test('is sorted as its index says', async () => {
    const { results } = await searchClient.search([
      { indexName: 'products_price_asc', params: { query: 'garden' } },
      { indexName: 'products_price_desc', params: { query: 'garden' } },
    ]);
    const prices = results.map(({ hits }) => hits.map((hit) => Number(hit['price'])));
    expect(prices[0]).toEqual(prices[0]!.toSorted((a, b) => a - b));
    expect(prices[1]).toEqual(prices[1]!.toSorted((a, b) => b - a));
  });

  test('that asks for a collection that is not there fails with the reason', async () => {
    const boats: SearchRequest = { indexName: 'boats', params: {} };
    await expect(searchClient.search([boats])).rejects.toMatchObject({ code: 'notFound' });
    await expect(searchClient.search([boats, { indexName, params: {} }])).rejects.toMatchObject({ code: 'notFound' });
  });
});

describe('values of a facet', () => {
  test('are found by the beginning of a word, among what is found', async () => {
    const [all] = await ask({ facets: ['brand'], query: 'garden' });
    const [brand, count] = Object.entries(all!.facets['brand']!)[0]!;
    const params = { facetName: 'brand', facetQuery: brand.slice(0, 3).toLowerCase(), query: 'garden' };
    const client = searchClient as SearchClient & {
      searchForFacetValues(asked: readonly SearchRequest[]): Promise<FacetValuesResult[]>;
    };
    const [found] = await client.searchForFacetValues([{ indexName, params }]);
    expect(found!.facetHits[0]).toMatchObject({ value: brand, count, highlighted: expect.stringContaining('<em>') });
  });
});

describe('counts of facets with choices', () => {
  test('come along with the items, and are what separate searches would count', async () => {
    const [{ facets }] = (await ask({ query: 'garden', facets: ['brand', 'color'] })) as [SearchResult];
    const [brand, otherBrand] = Object.keys(facets['brand']!);
    const color = Object.keys(facets['color']!)[0];
    const brands = [`brand:${brand}`, `brand:${otherBrand}`];
    const colors = [`color:${color}`];
    const price = ['price>=2', 'price<=90'];
    const batch: SearchParams[] = [
      { query: 'garden', facets: ['brand', 'color', 'price', 'size'], facetFilters: [brands, colors], numericFilters: price },
      { query: 'garden', facets: 'brand', facetFilters: [colors], numericFilters: price, ...countOnly },
      { query: 'garden', facets: 'color', facetFilters: [brands], numericFilters: price, ...countOnly },
      { query: 'garden', facets: 'price', facetFilters: [brands, colors], ...countOnly },
    ];
    const together = await ask(...batch);
    expect(calls).toEqual([1]);
    const apart = await alone(...batch);
    expect(together.slice(1).map(counts)).toEqual(apart.slice(1).map(counts));
    expect(together[0]!.nbHits).toBe(apart[0]!.nbHits);
    expect(together[0]!.facets['size']).toEqual(apart[0]!.facets['size']);
    expect(Object.keys(together[1]!.facets['brand']!).length).toBeGreaterThan(2);
  });

  test('narrow each other where all choices are to be met', async () => {
    const [all] = await ask({ facets: ['brand'] });
    const brand = Object.keys(all!.facets['brand']!)[0];
    for (const facet of ['brand', '*']) {
      const [result] = await ask({ facets: [facet], facetFilters: [`brand:${brand}`] });
      expect(result!.facets['brand']).toEqual({ [brand!]: result!.nbHits });
    }
  });

  test('of a hierarchical menu need one search, whatever is open', async () => {
    const lvl = (level: number): string => `categories.lvl${level}`;
    const [top] = await ask({ facets: [lvl(0)] });
    const [root, rootCount] = Object.entries(top!.facets[lvl(0)]!)[0]!;
    expect(root).not.toContain(' > ');
    const [below] = await ask({ facets: [lvl(0), lvl(1)], facetFilters: [[`${lvl(0)}:${root}`]] });
    const [child] = Object.keys(below!.facets[lvl(1)]!).filter((path) => path.startsWith(`${root} > `));
    const results = await ask(
      { facets: [lvl(0), lvl(1), lvl(2)], facetFilters: [[`${lvl(1)}:${child}`]] },
      { facets: [lvl(0), lvl(1)], facetFilters: [[`${lvl(0)}:${root}`]], ...countOnly },
      { facets: [lvl(0)], ...countOnly },
    );
    expect(calls).toEqual([1]);
    const [items, siblings, roots] = results;
    expect(items!.hits.every((hit) => String(hit['category']).startsWith(child!))).toBe(true);
    expect(siblings!.facets[lvl(1)]![child!]).toBe(items!.nbHits);
    expect(Object.keys(siblings!.facets[lvl(1)]!).filter((path) => path.startsWith(`${root} > `))).toEqual(
      Object.keys(below!.facets[lvl(1)]!).filter((path) => path.startsWith(`${root} > `)),
    );
    expect(roots!.facets[lvl(0)]![root]).toBe(rootCount);
  });

  test('for `*` are named as on the page, ordered, and split into levels', async () => {
    const facets = ['categories', 'categories.lvl0', 'price', 'brand'];
    const [all, named] = await ask({ query: 'garden', facets: ['*'] }, { query: 'garden', facets });
    const { order } = all!.renderingContent.facetOrdering!.facets;
    expect(order.slice(0, 3)).toEqual(['categories', 'price', 'brand']);
    expect(order.length).toBeGreaterThan(3);
    expect(all!.facets).toMatchObject({
      brand: named!.facets['brand'],
      'categories.lvl0': named!.facets['categories.lvl0'],
      'categories.lvl1': expect.anything(),
    });
  });

  test('that a filter of the page narrows, too, are asked for by themselves', async () => {
    const [all] = await ask({ facets: ['brand'] });
    const [one, other] = Object.keys(all!.facets['brand']!);
    const filters = `brand:"${one}" OR brand:"${other}"`;
    const results = await ask(
      { facets: ['brand'], filters, facetFilters: [[`brand:${one}`]] },
      { facets: 'brand', filters, ...countOnly },
    );
    expect(calls).toEqual([2]);
    expect(results[0]!.nbHits).toBe(all!.facets['brand']![one!]);
    expect(results[1]!.facets['brand']).toEqual({ [one!]: all!.facets['brand']![one!], [other!]: all!.facets['brand']![other!] });
  });
});

describe('recommendations', () => {
  const recommendations = async (request: Partial<RecommendRequest>): Promise<string[]> => {
    const client = searchClient as SearchClient & {
      getRecommendations(asked: readonly object[]): Promise<{ results: RecommendResult[] }>;
    };
    const { results } = await client.getRecommendations([{ indexName, threshold: 0, ...request }]);
    return results[0]!.hits.map((hit) => hit.objectID);
  };
  const shownItem = async (): Promise<string> => (await ask({ query: 'garden' }))[0]!.hits[0]!.objectID;

  test('are items of their model', async () => {
    const objectID = await shownItem();
    const similar = await recommendations({ model: 'related-products', objectID, maxRecommendations: 3 });
    expect(similar).toHaveLength(3);
    expect(similar).not.toContain(objectID);
    expect(await recommendations({ model: 'looking-similar', objectID, maxRecommendations: 3 })).toEqual(similar);
    expect(await recommendations({ model: 'trending-items', maxRecommendations: 5 })).toHaveLength(5);
  });

  test('are filled up by the search that the page names, without the item and what is shown', async () => {
    const objectID = await shownItem();
    const asked = { objectID, maxRecommendations: 6 };
    const none = await recommendations({ model: 'bought-together', ...asked });
    const filled = await recommendations({ model: 'bought-together', ...asked, fallbackParameters: { query: 'garden' } });
    expect(none).toEqual([]);
    expect(new Set(filled).size).toBe(6);
    expect(filled).not.toContain(objectID);
  });

  test('missing items and unknown models have none, with one warning', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    for (const request of [
      { model: 'related-products', objectID: 'gone' },
      { model: 'trending-facets', facetName: 'brand' },
      { model: 'trending-items', facetName: 'brand', facetValue: 'Vela' },
    ])
      for (const _time of [1, 2]) expect(await recommendations(request)).toEqual([]);
    await recommendations({ model: 'trending-items', queryParameters: { filters: 'brand:Vela' } });
    const said = warn.mock.calls.map(([text]) => String(text));
    warn.mockRestore();
    expect(said).toEqual([
      expect.stringContaining('gone'),
      'Aisle: Recommendations of "trending-facets" by "brand" aren\'t available.',
      'Aisle: Recommendations of "trending-items" by "brand" aren\'t available.',
      'Aisle: Filters of recommendations have no effect.',
    ]);
    await expect(recommendations({ model: 'trending-items', indexName: 'boats' })).rejects.toMatchObject({ code: 'notFound' });
  });
});
