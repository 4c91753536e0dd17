import * as z from 'zod/mini';
import { SearchData, SearchParameters } from '#contract/search.ts';
import { searchAnswerExample, searchExample } from './search-examples.contract.ts';
import { collection, frontCall, lang, token, visitor } from '#features/front-api/front-call.contract.ts';

export const FrontSearchParameters = z.extend(SearchParameters, { collection, lang });
export type FrontSearchParameters = z.output<typeof FrontSearchParameters>;

/** What was done with a query is told to the owner alone. */
export const ShopSearchData = z.omit(SearchData, { trace: true });

export const frontSearch = frontCall('GET /front/search', {
  summary:
    'Searches the items of a shop; highlight=1 shows where the words stand in them, collection names another one than the first',
  input: z.extend(FrontSearchParameters, { token, visitor }),
  output: ShopSearchData,
  example: { input: searchExample, output: searchAnswerExample },
  errors: ['pageTooDeep'],
});
