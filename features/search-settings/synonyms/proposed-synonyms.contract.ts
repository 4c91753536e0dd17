import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { oneWay, twoWay } from './synonyms.contract.ts';

export const mostProposedSynonyms = 100;

export const ProposedSynonym = z.object({
  id: Id,
  term: z.string(),
  synonym: z.string(),
  /** Two-way if items have both words, one-way if none has the term. */
  synonym_type_id: z.literal([twoWay, oneWay]),
  /** Who searched the synonym after the term, and chose something. Older searches count less. */
  visitors: z.number(),
  /** Items that they chose; of two-way ones those that were chosen after both. */
  items: z.number(),
});
export type ProposedSynonym = z.output<typeof ProposedSynonym>;

const needs = 'search';

export const listProposedSynonyms = endpoint('GET /api/proposed-synonyms', {
  needs,
  summary: 'Lists synonyms that visitors’ searches and choices propose, those of most visitors first',
  output: z.object({ items: z.array(ProposedSynonym).check(z.maxLength(mostProposedSynonyms)) }),
});

export const dismissProposedSynonym = endpoint('POST /api/proposed-synonyms/dismiss', {
  needs,
  summary: 'Takes a proposed synonym off the list for good, or proposes it again',
  input: z.object({ id: Id, is_undo: z._default(z.boolean(), false) }),
  output: z.object({ changed: z.number() }),
});
