import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { FoundItem, SearchData, SearchParameters } from '#contract/search.ts';

/** The project's public token. Callers with a bearer token leave it out. */
const token = z.optional(z.string().check(z.maxLength(200)));

export const frontSearch = endpoint({
  method: 'GET',
  path: '/front/search',
  needs: 'shop',
  summary: 'Searches the items of a shop; highlight=1 shows where the words stand in them',
  input: z.extend(SearchParameters, { token }),
  output: SearchData,
  errors: ['pageTooDeep', 'searchDown', 'tooManyRequests'],
});

export const frontAutocomplete = endpoint({
  method: 'GET',
  path: '/front/autocomplete',
  needs: 'shop',
  summary: 'Completes what a visitor types: words and the best items',
  input: z.object({
    token,
    q: z._default(z.string().check(z.maxLength(1000)), ''),
    limit: z._default(z.coerce.number().check(z.int(), z.positive(), z.maximum(20)), 6),
  }),
  output: z.object({
    suggestions: z.array(z.object({ text: z.string(), item_count: z.number() })),
    items: z.array(FoundItem),
    total_count: z.number(),
    took: z.number(),
    query_id: z.string(),
  }),
  errors: ['searchDown', 'tooManyRequests'],
});
