import * as z from 'zod/mini';
import { maximumCategoryLength } from '#contract/limits.ts';
import { SearchParameters } from '#contract/search.ts';
import { collection, frontCall, token, visitor } from '#features/front-api/front-call.contract.ts';
import { searchAnswerExample, ShopSearchData } from '#features/front-api/search/search.contract.ts';

const Category = z.object({ name: z.string(), path: z.string() });

export const frontCatalog = frontCall('GET /front/catalog', {
  summary: 'Lists the items and subcategories of a category',
  input: z.extend(z.omit(SearchParameters, { q: true, highlight: true }), {
    token,
    collection,
    visitor,
    /** Levels separated by ` > `. */
    path: z._default(z.string().check(z.maxLength(maximumCategoryLength)), ''),
  }),
  output: z.extend(ShopSearchData, {
    path: z.string(),
    breadcrumbs: z.array(Category),
    categories: z.array(z.extend(Category, { count: z.number() })),
  }),
  errors: ['pageTooDeep'],
  example: {
    input: { path: 'Kitchen > Kettles', sort: 'price:asc', per_page: 24 },
    output: {
      ...searchAnswerExample,
      path: 'Kitchen > Kettles',
      breadcrumbs: [
        { name: 'Kitchen', path: 'Kitchen' },
        { name: 'Kettles', path: 'Kitchen > Kettles' },
      ],
      categories: [{ name: 'Glass', path: 'Kitchen > Kettles > Glass', count: 3 }],
    },
  },
});
