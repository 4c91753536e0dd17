import * as z from 'zod/mini';
import { optionalText } from '#contract/fields.ts';

/**
 * Which queries a rule acts on. `is`: those of the same words; `phrase`: those that have its words next to each other, in order;
 * `contains`: those that have all its words, wherever they stand; `any`: all queries. Words are the same in any inflection, and without
 * diacritics.
 */
export const queryMatches = ['is', 'phrase', 'contains', 'any'] as const;

/** `query` is empty for `any`, and only then. */
export const QueryCondition = z
  .object({ query: optionalText(), match: z._default(z.enum(queryMatches), 'is') })
  .check(z.refine(({ query, match }) => (query === '') === (match === 'any'), { error: 'requiredField', path: ['query'] }));
export type QueryCondition = z.output<typeof QueryCondition>;
