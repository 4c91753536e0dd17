import * as z from 'zod/mini';
import { frontCall, token, visitor } from '#features/front-api/front-call.contract.ts';
import {
  searchAnswerExample,
  searchExample,
  FrontSearchParameters,
  ShopSearchData,
} from '#features/front-api/search/search.contract.ts';

export const maximumSearches = 20;

export const frontMulti = frontCall('POST /front/multi', {
  summary: 'Runs several searches in one call',
  input: z.object({
    token,
    visitor,
    searches: z.array(FrontSearchParameters).check(z.minLength(1), z.maxLength(maximumSearches)),
  }),
  output: z.object({
    results: z.array(
      z.object({
        data: z.nullable(ShopSearchData),
        error: z.nullable(z.object({ code: z.string(), message: z.string(), field: z.string() })),
      }),
    ),
  }),
  example: {
    input: { searches: [searchExample, { q: 'kettle', filters: '{' }] },
    output: {
      results: [
        { data: searchAnswerExample, error: null },
        { data: null, error: { code: 'notValid', message: 'Filters is not valid.', field: 'filters' } },
      ],
    },
  },
});
