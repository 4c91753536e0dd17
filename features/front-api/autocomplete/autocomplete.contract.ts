import * as z from 'zod/mini';
import { Id } from '#contract/fields.ts';
import { maximumColumnEntries } from '#contract/limits.ts';
import { Banner, FoundItem } from '#contract/search.ts';
import { completionExample } from '#features/front-api/search/search.contract.ts';
import { frontCall, lang, token, visitor } from '#features/front-api/front-call.contract.ts';
import { endpoint } from '#contract/endpoint.ts';

export const usualSuggestions = 6;
/** Beside the items of the main collection, a few of each other one fit under a search box. */
export const itemsOfOtherCollections = 3;

export const frontAutocomplete = frontCall('GET /front/autocomplete', {
  summary: 'Suggests phrases and the best items while a visitor types',
  input: z.object({
    token,
    visitor,
    lang,
    q: z._default(z.string().check(z.maxLength(1000)), ''),
    /** Default: as in the result settings. */
    limit: z.optional(z.coerce.number().check(z.int(), z.positive(), z.maximum(maximumColumnEntries))),
  }),
  output: z.object({
    suggestions: z.array(z.object({ text: z.string(), item_count: z.number() })),
    /** Of the first collection that has items. */
    items: z.array(FoundItem),
    collections: z.array(z.object({ id: Id, name: z.string(), items: z.array(FoundItem), total_count: z.number() })),
    columns: z.optional(
      z.array(
        z.object({
          kind: z.enum(['phrases', 'values', 'items']),
          /** null for phrases. */
          collection_id: z.nullable(Id),
          field: z.string(),
          title: z.string(),
          values: z.array(z.object({ text: z.string(), count: z.number() })),
          items: z.array(FoundItem),
          total_count: z.number(),
        }),
      ),
    ),
    /** Below the box; absent without any. */
    banners: z.optional(z.array(Banner)),
    total_count: z.number(),
    took: z.number(),
    query_id: z.string(),
  }),
  example: { input: { q: 'gla', limit: 6 }, output: completionExample },
});

const { q, limit } = frontAutocomplete.input.shape;

/** Not counted in statistics. */
export const completeInConsole = endpoint('GET /api/autocomplete', {
  needs: 'member',
  summary: 'Completes a query as the front API does, for people of the project; it is not counted',
  input: z.object({
    query: q,
    limit,
    c: z.optional(Id),
  }),
  output: frontAutocomplete.output,
  errors: ['notFound', 'searchDown'],
});
