import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment, Nothing } from '#contract/fields.ts';

export const Collection = z.object({
  id: Id,
  name: z.string(),
  force_stopwords: z.boolean(),
  relevant_rate: z.number(),
  item_count: z.number(),
  /** When its live generation was built; null before the first import. */
  built_at: z.nullable(Moment),
});
export type Collection = z.output<typeof Collection>;

export const listCollections = endpoint({
  method: 'GET',
  path: '/api/collections',
  needs: 'member',
  summary: 'Lists the collections of the project',
  input: Nothing,
  output: z.array(Collection),
});

export const pingSearch = endpoint({
  method: 'GET',
  path: '/api/elastic/ping',
  needs: 'member',
  summary: 'Tells whether search answers',
  input: Nothing,
  output: z.object({ is_live: z.boolean() }),
  errors: ['searchDown'],
});

export const countItems = endpoint({
  method: 'GET',
  path: '/api/elastic/count',
  needs: 'member',
  summary: 'Counts the searchable items of the project',
  input: Nothing,
  output: z.object({ count: z.number() }),
});

/** A word that customers might type, taken from the names of the items, and what it finds. */
export const readExample = endpoint({
  method: 'GET',
  path: '/api/collections/example',
  needs: 'member',
  summary: 'A word of the items of a collection and what it finds, for worked examples; null while there are none',
  input: z.object({ c: Id }),
  output: z.nullable(z.object({ word: z.string(), count: z.number(), item: z.string() })),
});
