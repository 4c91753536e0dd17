import * as z from 'zod/mini';
import { inCollection } from '#contract/crud.ts';
import { endpoint } from '#contract/endpoint.ts';
import { maximumItemIdLength } from '#contract/limits.ts';

export const quickSearchItems = 6;

export const findItems = endpoint('GET /api/quick_search', {
  needs: 'member',
  summary: 'Finds items of the whole catalogue by their id or by words, with the fields that people know them by',
  input: z.object({ ...inCollection, q: z.string().check(z.maxLength(1000)) }),
  output: z.array(z.looseObject({ id: z.string() })).check(z.maxLength(quickSearchItems)),
  errors: ['searchDown'],
});

export const readItem = endpoint('GET /api/quick_search/item', {
  needs: 'member',
  summary: 'Reads one item with the fields that customers see',
  input: z.object({ ...inCollection, id: z.string().check(z.minLength(1), z.maxLength(maximumItemIdLength)) }),
  output: z.looseObject({ id: z.string() }),
  errors: ['searchDown'],
});
