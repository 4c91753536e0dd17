import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { frontAutocomplete } from './autocomplete.contract.ts';

const { q, limit } = frontAutocomplete.input.shape;

/** What visitors get while they type, for people of the project: nobody counts it. */
export const completeInConsole = endpoint('GET /api/autocomplete', {
  needs: 'member',
  summary: 'Completes a query as the front API does, for people of the project; it is not counted',
  input: z.object({
    query: q,
    limit,
    /** A collection's id; all of them where it is left out. */
    c: z.optional(Id),
  }),
  output: frontAutocomplete.output,
  errors: ['notFound', 'searchDown'],
});
