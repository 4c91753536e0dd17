import { expect, test } from 'vitest';
import type { SearchAnswer, SearchInput } from '#clients/javascript/search-types.ts';
import { facetValues } from './search-client.ts';
import { fieldNames } from './names.ts';

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

test('what was typed is marked where a word begins with it', async () => {
  expect(await marked('ry', 'Rýmont', 'Old Rye', 'Carry', 'RY')).toEqual(['[Rý]mont', 'Old [Ry]e', 'Carry', '[RY]']);
  expect(await marked('old r', 'Old Rye')).toEqual(['[Old R]ye']);
  expect(await marked('', 'Vela')).toEqual(['Vela']);
});
