import * as z from 'zod/mini';
import { crud } from '#contract/crud.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Id, requiredText } from '#contract/fields.ts';
import { rulePreview } from '#contract/preview.ts';
import { maximumCharFilterLength, maximumCharFilters, maximumChosenRows } from '#contract/limits.ts';
import { ruleFields, switchStates } from '#contract/rows/rule-fields.ts';
import { CheckedPart, CheckedQuery, readGateQueries } from '#features/search-settings/publish-gate/publish-gate.contract.ts';

/** Characters of a query that are replaced before anything else is done with it; by nothing when `to` is empty. */
const CharFilterFields = z.object({
  from: requiredText('requiredField', maximumCharFilterLength),
  /** Spaces count: `&` may become ` and `. */
  to: z._default(z.string().check(z.maxLength(maximumCharFilterLength, { error: 'maximumLength' })), ''),
});
export type CharFilterRule = z.output<typeof CharFilterFields>;

/** As queries are compared with it: without regard to case, but with diacritics. */
const compared = (text: string): string => text.normalize('NFC').toLowerCase();

/** One character that becomes itself does nothing. Several may be kept from what replaces a part of them: `c++` from a filter of `+`. */
const isIdle = ({ from, to }: CharFilterRule): boolean => /^.$/u.test(compared(from)) && compared(from) === compared(to);
const replacesSomething = z.refine<CharFilterRule>((rule) => !isIdle(rule), { path: ['to'], error: 'nothingReplaced' });

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

const needs = 'developer';

export const previewCharFilter = rulePreview({
  list: charFilters.list.path,
  needs,
  name: charFilters.name,
  fields: CharFilterFields,
});

export const readCharFilterQueries = endpoint('GET /api/chars-filter/queries', {
  needs,
  summary: 'Lists the queries that are compared before the character filter changes: the most frequent ones of the last 30 days',
  output: readGateQueries.output,
});

export const checkCharFilters = endpoint('POST /api/chars-filter/check', {
  needs,
  summary: 'Compares what queries find with what they would find with character filters that nobody has saved',
  input: z.extend(CheckedPart, {
    /** In place of those with their ids, or new ones. */
    put: z
      .array(z.extend(CharFilterFields, { ...ruleFields, id: z.optional(Id) }))
      .check(z.maxLength(maximumChosenRows, { error: 'tooMany' })),
    without: z.array(Id).check(z.maxLength(maximumChosenRows, { error: 'tooMany' })),
  }),
  output: z.array(CheckedQuery),
  onlyAsks: true,
});
