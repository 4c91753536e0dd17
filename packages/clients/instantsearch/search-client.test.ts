import { describe, expect, test, beforeEach, vi } from 'vitest';
import type { AnyRequest, SearchParams } from './algolia-types.ts';
import { conditionsOf, filtersOf } from './filters.ts';
import { indexOf, fieldNames } from './names.ts';
import type { SearchAnswer, SearchInput, Fragment, ShopEvent } from '#clients/javascript/search-types.ts';
import { aisleSearchClient, facetValues } from './search-client.ts';
import { hitsOf } from './hits.ts';
import { insightsClientOf } from './insights.ts';

const filters = (params: SearchParams) => filtersOf(conditionsOf(params));
const above10 = 10.000000000000002;

describe('filters are those of the API', () => {
  test.each<[string, SearchParams, object]>([
    ['a facet', { facetFilters: ['brand:Vela'] }, { brand: ['Vela'] }],
    ['a facet alone, as text', { facetFilters: 'brand:Vela' }, { brand: ['Vela'] }],
    ['alternatives', { facetFilters: [['brand:Vela', 'brand:Tora']] }, { brand: ['Vela', 'Tora'] }],
    ['values that are all wanted', { facetFilters: ['tag:new', 'tag:red', 'tag:new'] }, { tag: { all: ['new', 'red'] } }],
    ['one of several values and one more', { facetFilters: [['tag:a', 'tag:b'], 'tag:c'] }, { tag: { all: [['a', 'b'], 'c'] } }],
    ['values with colons and signs', { facetFilters: ['time:10:30', String.raw`level:\-1`] }, { time: ['10:30'], level: ['-1'] }],
    ['a path', { facetFilters: [['category.lvl1:Home > Lamps']] }, { 'category.lvl1': ['Home > Lamps'] }],
    ['a range', { numericFilters: ['price>=10', 'price<=20'] }, { price: { from: 10, to: 20 } }],
    ['the narrower of two ranges', { numericFilters: ['price>=10', 'price >= 12.5'] }, { price: { from: 12.5 } }],
    [
      'bounds that do not belong to it',
      { numericFilters: ['price>10', 'level<0'] },
      { price: { from: above10 }, level: { to: -5e-324 } },
    ],
    ['a number', { numericFilters: [['size=38', 'size=40']] }, { size: ['38', '40'] }],
    ['a number within a range', { numericFilters: [['size=38', 'size=40'], 'size>=39'] }, { size: ['40'] }],
    ['no number within a range', { numericFilters: ['size=38', 'size>=39'] }, { size: { from: 1, to: 0 } }],
    ['a range of one condition', { numericFilters: ['price:10 TO 20'] }, { price: { from: 10, to: 20 } }],
    ['empty lists', { facetFilters: [[], 'a:b'], numericFilters: [], filters: ' ' }, { a: ['b'] }],
    ['an empty list of tags', { tagFilters: [] } as SearchParams, {}],
    ['text', { filters: 'brand:Vela' }, { brand: ['Vela'] }],
    [
      'text of several conditions',
      { filters: `brand:"Vela & Sons" AND (color:red OR color:'dark "blue"') AND price < 0` },
      { brand: ['Vela & Sons'], color: ['red', 'dark "blue"'], price: { to: -5e-324 } },
    ],
    ['text whose OR binds closer', { filters: 'a:1 AND b:2 OR b:3 AND c:4' }, { a: ['1'], b: ['2', '3'], c: ['4'] }],
    [
      'text with needless brackets',
      { filters: '((a:1 AND (b:2)) AND price: 1.5 TO 2)' },
      { a: ['1'], b: ['2'], price: { from: 1.5, to: 2 } },
    ],
    [
      'text with quoted names and escapes',
      { filters: String.raw`"my field":"a \" b" AND n>=-1.5` },
      { 'my field': ['a " b'], n: { from: -1.5 } },
    ],
    ['a facet that excludes', { facetFilters: ['brand:-Vela', 'brand:-Tora'] }, { brand: { not: ['Vela', 'Tora'] } }],
    ['a number that excludes', { numericFilters: ['price!=10', 'price<=20'] }, { price: { to: 20, not: ['10'] } }],
    ['text that excludes', { filters: 'NOT brand:Vela AND stock != 0' }, { brand: { not: ['Vela'] }, stock: { not: ['0'] } }],
    ['text that excludes alternatives', { filters: 'NOT (color:red OR color:blue)' }, { color: { not: ['red', 'blue'] } }],
    ['text that excludes a range', { filters: 'NOT price:10 TO 20' }, { price: { not: { from: 10, to: 20 } } }],
    ['values and others that are excluded', { facetFilters: [['a:b', 'a:c'], 'a:-d'] }, { a: { all: [['b', 'c']], not: ['d'] } }],
    ['a word with an apostrophe', { filters: "brand:Levi's" }, { brand: ["Levi's"] }],
    [
      'all of them together',
      { filters: 'a:1', facetFilters: ['a:2'], numericFilters: ['b>=3'] },
      { a: { all: ['2', '1'] }, b: { from: 3 } },
    ],
  ])('%s', (_what, params, expected) => {
    expect(filters(params)).toEqual(expected);
  });

  test.each<[string, SearchParams, RegExp]>([
    ['alternatives that exclude', { facetFilters: [['brand:-Vela', 'brand:Tora']] }, /exclude values of "brand"/],
    ['two excluded ranges', { filters: 'NOT price < 10 AND NOT price > 20' }, /one range, of "price"/],
    ['text that excludes twice', { filters: 'NOT NOT brand:Vela' }, /not understood/],
    ['alternatives of several fields', { facetFilters: [['brand:Vela', 'color:red']] }, /"brand"/],
    ['alternatives of conditions', { filters: '(a:1 AND b:2) OR c:3' }, /not understood/],
    ['a facet without a value', { facetFilters: ['brand'] }, /"brand" is not understood/],
    ['a number that is none', { numericFilters: ['price>=cheap'] }, /not understood/],
    ['text that ends too early', { filters: 'brand:Vela AND' }, /not understood/],
    ['text without a bracket', { filters: '(brand:Vela' }, /not understood/],
    ['text with a quote that never ends', { filters: 'brand:"Vela' }, /not understood/],
    ['two conditions with nothing between', { filters: 'a:1 b:2' }, /not understood/],
    [
      'a circle on a map',
      { aroundLatLng: '50.1,14.4' } as SearchParams,
      /"aroundLatLng" can't be asked for: items have no place/,
    ],
    ['a box on a map', { insideBoundingBox: [[1, 2, 3, 4]] } as SearchParams, /"insideBoundingBox"/],
    ['tags', { tagFilters: ['new'] } as SearchParams, /"tagFilters".*facetFilters/],
  ])('%s is refused in a sentence', (_what, params, message) => {
    expect(() => filters(params)).toThrow(message);
  });
});

const indices = {
  instant_search: {},
  cheapest: { collection: 'Products', sort: 'price:asc' },
  items: { collection: 12 },
};

test.each([
  ['products', { collection: 'products' }],
  ['products_price_asc', { collection: 'products', sort: 'price:asc' }],
  ['my_products_price_desc', { collection: 'my_products', sort: 'price:desc' }],
  ['products:price_before:asc', { collection: 'products', sort: 'price_before:asc' }],
  ['products/sort/price:desc', { collection: 'products', sort: 'price:desc' }],
  ['cheapest', { collection: 'Products', sort: 'price:asc' }],
  ['items_price_asc', { collection: 12, sort: 'price:asc' }],
  ['instant_search', {}],
  ['instant_search_price_asc', { sort: 'price:asc' }],
  ['constructor', { collection: 'constructor' }],
])('the index %s', (name, index) => {
  expect(indexOf(name, indices)).toEqual(index);
});

describe('facet values', () => {
  const names = fieldNames({ marque: 'brand' });

  function client(...values: string[]) {
    const asked: SearchInput[] = [];
    const answer = { facets: [{ field: 'brand', values: values.map((value, place) => ({ value, count: 9 - place })) }], took: 2 };
    return { asked, search: (input: SearchInput) => (asked.push(input), Promise.resolve(answer as unknown as SearchAnswer)) };
  }
  const marked = async (facetQuery: string, ...values: string[]) => {
    const params = { facetName: 'brand', facetQuery, highlightPreTag: '[', highlightPostTag: ']' };
    const { facetHits } = await facetValues(client(...values), { indexName: 'products', params }, { names, indices: {} });
    return facetHits.map(({ highlighted }) => highlighted);
  };

  test('they are counted among what all choices leave', async () => {
    const searched = client('Vela', 'Velvet', 'Vesta');
    const params = {
      facetName: 'marque',
      facetQuery: 've',
      maxFacetHits: 2,
      query: 'lamp',
      facetFilters: ['marque:Vela', ['color:red']],
    };
    const { facetHits } = await facetValues(searched, { indexName: 'products_price_asc', params }, { names, indices: {} });
    expect(facetHits.map(({ value, count }) => [value, count])).toEqual([
      ['Vela', 9],
      ['Velvet', 8],
    ]);
    expect(searched.asked).toEqual([
      {
        q: 'lamp',
        per_page: 1,
        facets: ['brand'],
        narrowing: ['brand'],
        filters: { brand: ['Vela'], color: ['red'] },
        values: { brand: { beginning: 've' } },
        collection: 'products',
        sort: 'price:asc',
      },
    ]);
  });

  test('marks the typed text where a word begins with it', async () => {
    expect(await marked('ry', 'Rýmont', 'Old Rye', 'Carry', 'RY')).toEqual(['[Rý]mont', 'Old [Ry]e', 'Carry', '[RY]']);
    expect(await marked('old r', 'Old Rye')).toEqual(['[Old R]ye']);
    expect(await marked('', 'Vela')).toEqual(['Vela']);
  });
});

describe('hits', () => {
  const fragment = (text: string): Fragment =>
    text
      .split(/(\[.*?])/)
      .filter(Boolean)
      .map((part) => ({ text: part.replaceAll(/[[\]]/g, ''), is_match: part.startsWith('[') }));

  function marked(fields: object, highlights: Readonly<Record<string, readonly string[]>>, query = 'lamp') {
    const item = { id: '1', score: 1, variant_count: 1, is_promoted: false, ...fields };
    const fragments = Object.fromEntries(Object.entries(highlights).map(([field, texts]) => [field, texts.map(fragment)]));
    const answer = { items: [item], highlights: { 1: fragments } } as unknown as SearchAnswer;
    return hitsOf(answer, { query, highlightPreTag: '<', highlightPostTag: '>' })[0]!;
  }

  test('an item keeps its fields and gets an objectID', () => {
    expect(marked({ name: 'Lamp', price: 3, isNew: true }, {})).toMatchObject({
      objectID: '1',
      id: '1',
      name: 'Lamp',
      price: 3,
      isNew: true,
    });
  });

  test('keeps every text, marked or not, and skips values without text', () => {
    const { _highlightResult: results } = marked(
      { name: 'Desk lamp', brand: 'Vela', price: 3, isNew: true, extra: {} },
      { name: ['Desk [lamp]'] },
    );
    expect(results['name']).toEqual({ value: 'Desk <lamp>', matchLevel: 'full', matchedWords: ['lamp'] });
    expect(results['brand']).toEqual({ value: 'Vela', matchLevel: 'none', matchedWords: [] });
    expect(results['price']).toMatchObject({ value: '3' });
    expect(Object.keys(results)).not.toContain('isNew');
    expect(Object.keys(results)).not.toContain('extra');
  });

  test('some words of the query make a partial match', () => {
    const { _highlightResult: results } = marked({ name: 'Desk lamp' }, { name: ['Desk [lamp]'] }, 'red lamp');
    expect(results['name']).toMatchObject({ matchLevel: 'partial' });
  });

  test('an item says what it lacks', () => {
    const items = ['1', '2'].map((id) => ({ id, score: 1, variant_count: 1, is_promoted: false }));
    const hits = hitsOf({ items, missing_words: { 2: ['red'] } } as unknown as SearchAnswer, { query: 'red lamp' });
    expect(hits.map(({ _missingWords: words }) => words)).toEqual([undefined, ['red']]);
  });

  test('a long text is marked where its fragments stand, and its snippet is the fragments', () => {
    const text = 'A lamp for desks. It has a long arm that bends. A second lamp comes with it for free, always.';
    const { _highlightResult: results, _snippetResult: snippets } = marked(
      { text },
      { text: ['A [lamp] for desks.…', '…second [lamp] comes…'] },
    );
    expect(results['text']).toMatchObject({
      value: 'A <lamp> for desks. It has a long arm that bends. A second <lamp> comes with it for free, always.',
    });
    expect(snippets['text']).toMatchObject({ value: 'A <lamp> for desks.… second <lamp> comes…', matchLevel: 'full' });
  });

  test('tags of a feed are not shown beside marks', () => {
    const { _highlightResult: results } = marked({ name: '<b>Desk</b> lamp &amp; arm' }, { name: ['Desk [lamp] & arm'] });
    expect(results['name']).toMatchObject({ value: 'Desk <lamp> & arm' });
  });

  test('a fragment that the text does not have changes nothing', () => {
    const { _highlightResult: results } = marked({ text: 'Nothing of it' }, { text: ['…a [lamp]…'] });
    expect(results['text']).toMatchObject({ value: 'Nothing of it', matchLevel: 'none' });
  });

  test('marks only the values of a list that answer the query', () => {
    const { _highlightResult: results } = marked({ tags: ['red', 'infrared', 'lamp'] }, { tags: ['[red]'] }, 'red');
    expect(results['tags']).toEqual([
      { value: '<red>', matchLevel: 'full', matchedWords: ['red'] },
      { value: 'infrared', matchLevel: 'none', matchedWords: [] },
      { value: 'lamp', matchLevel: 'none', matchedWords: [] },
    ]);
  });
});

describe('insights', () => {
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

  test('skips events that are not about items', () => {
    aa('init', { appId: 'x' });
    aa('getUserToken', null, () => expect.fail('There is none.'));
    aa('onUserTokenChange', () => undefined, { immediate: true });
    aa('setUserToken', 'somebody');
    aa('viewedFilters', { index: 'products', filters: ['brand:Vela'] });
    aa('clickedFilters', { index: 'products', filters: ['brand:Vela'] });
    expect(tracked).toEqual([]);
  });
});

describe('requests of other callers', () => {
  const searched: SearchInput[] = [];
  const answer = {
    items: [],
    facets: [{ field: 'brand', values: [{ value: 'Vela', count: 3 }] }],
    took: 12.483160000061616,
    total_count: 3,
    total_pages: 1,
    query_id: 'q',
    redirect: null,
    corrected_query: null,
    warnings: [{ parameter: 'sort', field: 'name', message: '"name" can\'t order items.' }],
  };
  const client = aisleSearchClient({
    origin: 'https://search.example',
    token: 't',
    fetch: (url) => {
      const given = new URL(url as string).searchParams;
      searched.push({
        q: given.get('q')!,
        facets: [given.get('facets')!],
        values: JSON.parse(given.get('values') ?? '{}') as never,
      });
      return Promise.resolve(new Response(JSON.stringify({ err: 0, msg: '', data: answer, errors: [] })));
    },
  });
  beforeEach(() => {
    searched.length = 0;
  });

  test('a query beside the parameters is searched, and the time is in whole milliseconds', async () => {
    const { results } = await client.search([{ indexName: 'products', query: 'lamp', params: { hitsPerPage: 4 } } as AnyRequest]);
    expect(searched[0]).toMatchObject({ q: 'lamp' });
    expect(results[0]).toMatchObject({ query: 'lamp', hitsPerPage: 4, processingTimeMS: 12 });
  });

  test('a request of the type facet is answered by values', async () => {
    const facet = { indexName: 'products', type: 'facet', facet: 'brand', params: { facetQuery: 've', maxFacetHits: 5 } };
    const { results } = await client.search([facet as AnyRequest, { indexName: 'products', params: { query: 'desk' } }]);
    expect(results[0]).toMatchObject({ facetHits: [{ value: 'Vela', count: 3, highlighted: '<em>Ve</em>la' }] });
    expect(results[1]).toMatchObject({ query: 'desk' });
  });

  test.each([
    [150, { brand: { limit: 150 } }],
    [5_000, { brand: { limit: 1_000 } }],
    [20, {}],
  ])('of %i values that a list may show, the API is asked for %j', async (maxValuesPerFacet, values) => {
    await client.search([{ indexName: 'products', params: { facets: ['brand'], maxValuesPerFacet } }]);
    expect(searched[0]!.values).toEqual(values);
  });

  test('parameters without effect, and what the server ignores, are said once in the console of the browser', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const request = { indexName: 'products', params: { typoTolerance: false, distinct: 2 } };
    for (const _time of [1, 2]) await client.search([request]);
    const said = warn.mock.calls.map(([text]) => String(text));
    warn.mockRestore();
    expect(said.filter((text) => text.includes('typoTolerance'))).toEqual(['Aisle: "typoTolerance" has no effect.']);
    expect(said.filter((text) => text.includes('order items')).length).toBeLessThanOrEqual(1);
  });
});
