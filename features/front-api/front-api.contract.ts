import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, shortTextLength } from '#contract/fields.ts';
import { FoundItem, SearchData, SearchParameters } from '#contract/search.ts';

/** The project's public token. Callers with a bearer token leave it out. */
const token = z.optional(z.string().check(z.maxLength(200)));

/** A collection's name or id. */
const collection = z.optional(z.string().check(z.trim(), z.maxLength(shortTextLength)));

/** The shop's own name of its visitor, such as a random number of the browser; tells apart those who share an address. */
const visitor = z._default(z.string().check(z.maxLength(shortTextLength)), '');

export const frontSearch = endpoint({
  method: 'GET',
  path: '/front/search',
  needs: 'shop',
  summary:
    'Searches the items of a shop; highlight=1 shows where the words stand in them, collection names another one than the first',
  input: z.extend(SearchParameters, { token, collection, visitor }),
  output: SearchData,
  errors: ['pageTooDeep', 'searchDown', 'tooManyRequests'],
});

/** Where a shop doesn't say how many it shows. */
export const usualSuggestions = 6;

export const frontAutocomplete = endpoint({
  method: 'GET',
  path: '/front/autocomplete',
  needs: 'shop',
  summary: 'Completes what a visitor types: words and the best items of each collection',
  input: z.object({
    token,
    q: z._default(z.string().check(z.maxLength(1000)), ''),
    limit: z._default(z.coerce.number().check(z.int(), z.positive(), z.maximum(20)), usualSuggestions),
  }),
  output: z.object({
    suggestions: z.array(z.object({ text: z.string(), item_count: z.number() })),
    /** Of the first collection that has items. */
    items: z.array(FoundItem),
    /** What each collection finds, in their order; those that find nothing are left out. */
    collections: z.array(z.object({ id: Id, name: z.string(), items: z.array(FoundItem), total_count: z.number() })),
    total_count: z.number(),
    took: z.number(),
    query_id: z.string(),
  }),
  errors: ['searchDown', 'tooManyRequests'],
});
