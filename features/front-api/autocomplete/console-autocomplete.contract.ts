import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { frontAutocomplete } from './autocomplete.contract.ts';

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
