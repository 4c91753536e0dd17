import * as z from 'zod/mini';
import { crud } from '#contract/crud.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { requiredText } from '#contract/fields.ts';
import { maximumCharFilterLength, maximumCharFilters } from '#contract/limits.ts';
import { ruleFields, switchStates } from '#contract/rule-fields.ts';

/** Characters of a query that are replaced before anything else is done with it; by nothing when `to` is empty. */
const CharFilterFields = z.object({
  from: requiredText('requiredField', maximumCharFilterLength),
  /** Spaces count: `&` may become ` and `. */
  to: z._default(z.string().check(z.maxLength(maximumCharFilterLength, { error: 'maximumLength' })), ''),
});
/** What a character filter does, whoever keeps it. */
export type CharFilterRule = z.output<typeof CharFilterFields>;

/** As queries are compared with it: without regard to case, but with diacritics. */
const compared = (text: string): string => text.normalize('NFC').toLowerCase();

/** One character that becomes itself does nothing. Several may be kept from what replaces a part of them: `c++` from a filter of `+`. */
const replacesSomething = z.refine<CharFilterRule>(
  ({ from, to }) => !/^.$/u.test(compared(from)) || compared(from) !== compared(to),
  { path: ['to'], error: 'nothingReplaced' },
);

export const charFilters = crud({
  name: 'character filter',
  paths: { list: '/api/chars-filter', create: '/api/char-filter', one: '/api/char-filter/{id}' },
  needs: 'developer',
  input: z.extend(CharFilterFields, ruleFields).check(replacesSomething),
  filters: { state: z.optional(z.enum(switchStates)) },
  sorts: ['from', 'updated_at'],
  unique: ['from'],
  maximumRows: maximumCharFilters,
});
export type CharFilter = OutputOf<typeof charFilters.read>;
