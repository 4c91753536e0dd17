import * as z from 'zod/mini';
import { SearchData, SearchParameters } from '#contract/search.ts';
import { collection, frontCall, lang, token, visitor } from '#features/front-api/front-call.contract.ts';

export const itemExample = {
  id: 'kettle-1',
  name: 'Glass kettle Nora',
  price: 890,
  currency: 'CZK',
  brand: 'Nora',
  category: 'Kitchen > Kettles',
  url: 'https://shop.example/kettle-1',
};

const foundExample = { ...itemExample, score: 12.4, variant_count: 1, is_promoted: false };

export const searchExample = {
  q: 'glass kettle',
  filters: '{"brand":["Nora"],"price":{"to":1000}}',
  facets: 'brand,price',
  sort: 'price:asc',
  per_page: 24,
};

export const searchAnswerExample = {
  items: [foundExample],
  total_count: 1,
  total_pages: 1,
  took: 1.8,
  facets: [
    {
      field: 'brand',
      values: [
        { value: 'Nora', count: 1 },
        { value: 'Alfa', count: 4 },
      ],
    },
    { field: 'price', values: [{ value: 890, count: 1 }], min: 890, max: 1490 },
  ],
  query_id: '7c0b7c52-3f0e-4b7d-9a39-0d7f0b1f2b61',
  is_relaxed: false,
  corrected_query: null,
  redirect: null,
};

export const completionExample = {
  suggestions: [{ text: 'glass kettle', item_count: 5 }],
  items: [foundExample],
  collections: [{ id: 1, name: 'Products', items: [foundExample], total_count: 5 }],
  total_count: 5,
  took: 0.4,
  query_id: '0f4f7a1e-0f5b-4a0c-8a3f-52f2a9b7a0c1',
};

export const FrontSearchParameters = z.extend(SearchParameters, { collection, lang });
export type FrontSearchParameters = z.output<typeof FrontSearchParameters>;

/** What was done with a query is told to the owner alone. */
export const ShopSearchData = z.extend(z.omit(SearchData, { trace: true }), {
  /** The visitor's group in the collection's A/B test; absent for visitors who take part in none. */
  ab_test: z.optional(z.object({ id: z.number(), group: z.enum(['a', 'b']) })),
});

export const frontSearch = frontCall('GET /front/search', {
  summary: 'Searches items',
  input: z.extend(FrontSearchParameters, { token, visitor }),
  output: ShopSearchData,
  example: { input: searchExample, output: searchAnswerExample },
  errors: ['pageTooDeep'],
});
