import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { embeddingFaults } from '#contract/values/embedding-faults.ts';
import { Id, Moment } from '#contract/fields.ts';

/** `waiting` for its first run. */
export const embeddingStates = ['waiting', 'running', 'done', 'failed'] as const;

export const Embedding = z.object({
  collection_id: Id,
  state: z.enum(embeddingStates),
  item_count: z.number(),
  /** Items with a vector of their present text. */
  embedded_count: z.number(),
  /** null unless the last run failed. */
  failure: z.nullable(z.enum(embeddingFaults)),
  updated_at: Moment,
});
export type Embedding = z.output<typeof Embedding>;

const needs = 'data';

export const listEmbeddings = endpoint('GET /api/embeddings', {
  needs: 'member',
  summary: 'Lists the collections that are searched by meaning, too',
  output: z.object({
    /** null where the server has no endpoint. */
    model: z.nullable(z.string()),
    collections: z.array(Embedding),
  }),
});

export const estimateEmbedding = endpoint('GET /api/embeddings/{id}/cost', {
  needs,
  summary: 'Estimates how many texts and tokens searching a collection by meaning takes',
  input: z.object({ id: Id }),
  output: z.object({ item_count: z.number(), token_count: z.number() }),
});

export const switchEmbedding = endpoint('PUT /api/embeddings/{id}', {
  needs,
  summary: 'Turns searching a collection by meaning on or off; off deletes its vectors',
  input: z.object({ id: Id, is_on: z.boolean() }),
});
