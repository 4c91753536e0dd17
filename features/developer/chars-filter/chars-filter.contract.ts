import * as z from 'zod/mini';
import { crud } from '#contract/crud.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { requiredText } from '#contract/fields.ts';
import { maximumCharFilterLength, maximumCharFilters } from '#contract/limits.ts';
import { ruleFields, switchStates } from '#contract/rule-fields.ts';

/** Characters of a query that are replaced before anything else is done with it; by nothing when `to` is empty. */
export const CharFilterInput = z.object({
  from: requiredText('requiredField', maximumCharFilterLength),
  /** Spaces count: `&` may become ` and `. */
  to: z._default(z.string().check(z.maxLength(maximumCharFilterLength, { error: 'maximumLength' })), ''),
  ...ruleFields,
});
export type CharFilterInput = z.output<typeof CharFilterInput>;

export const charFilters = crud({
  name: 'character filter',
  paths: { list: '/api/chars-filter', create: '/api/char-filter', one: '/api/char-filter/{id}' },
  needs: 'developer',
  input: CharFilterInput,
  filters: { state: z.optional(z.enum(switchStates)) },
  sorts: ['from', 'updated_at'],
  unique: ['from'],
  maximumRows: maximumCharFilters,
});
/** What a character filter does, whoever keeps it. */
export type CharFilterRule = Pick<CharFilterInput, 'from' | 'to'>;
export type CharFilter = OutputOf<typeof charFilters.read>;
