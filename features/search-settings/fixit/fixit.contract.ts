import * as z from 'zod/mini';
import { crud } from '#contract/crud.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { endpoint } from '#contract/endpoint.ts';
import { hasUser, Id, isWebAddress, longTextLength, optionalText, requiredText } from '#contract/fields.ts';
import { maximumFixitLength, maximumFixits } from '#contract/limits.ts';
import { maximumPageSize } from '#contract/page.ts';
import { rulePreview } from '#contract/preview.ts';
import { timedRuleFields, timedStates } from '#contract/rows/rule-fields.ts';

export const isRedirect = (text: string): boolean => /^https?:\/\//i.test(text);
const addressOfAnyKind = /^(?:[a-z][a-z\d+.-]*:\/\/|(?:about|blob|data|file|javascript|mailto|sms|tel|vbscript):)/i;
/** `/returns`, `www.shop.example`, `shop.example/returns` */
const addressWithoutBeginning = /^(?:\/+|www\.|(?:[a-z\d-]+\.)+[a-z]{2,}\/)\S*$/i;
const looksAsAddress = (text: string): boolean => [addressOfAnyKind, addressWithoutBeginning].some((form) => form.test(text));

const replacementChecks = [
  z.refine<string>((text) => !looksAsAddress(text) || isWebAddress(text), { error: 'onlyWebAddress' }),
  z.refine<string>((text) => !isRedirect(text) || !hasUser(text), { error: 'addressWithUser' }),
  z.refine<string>((text) => !isRedirect(text) || !/[\s\p{Cc}]/u.test(text), { error: 'addressWithSpace' }),
  z.refine<string>((text) => looksAsAddress(text) || text.length <= maximumFixitLength, {
    error: 'maximumLength',
    params: { max: maximumFixitLength },
  }),
] as const;

export const FixitFields = z.object({
  /** A query in any form, or a pattern; `/…/` is a pattern, too. */
  term: requiredText('requiredField', maximumFixitLength),
  is_regexp: z._default(z.boolean(), false),
  catalog_term: requiredText('requiredField', longTextLength).check(...replacementChecks),
});
export type FixitRule = z.output<typeof FixitFields>;

export const fixitKinds = ['exact', 'pattern', 'redirect'] as const;

/** In the last 30 days; null if none. */
const Count = z.nullable(z.number());

export const fixits = crud({
  name: 'replacing term',
  paths: { list: '/api/fixits', one: '/api/fixits/{id}' },
  needs: 'search',
  input: z.extend(FixitFields, timedRuleFields),
  shown: { term: z.string(), catalog_term: z.string(), search_term: z.string(), rule_uses: Count, unique_users: Count },
  filters: { kind: z.optional(z.enum(fixitKinds)), state: z.optional(z.enum(timedStates)) },
  sorts: ['term', 'catalog_term', 'kind', 'uses', 'users', 'updated_at'],
  unique: ['term'],
  maximumRows: maximumFixits,
  aliases: { search_term: 'term' },
});
export type Fixit = OutputOf<typeof fixits.read>;

const betweenSlashes = /^\/(.+)\/$/s;
export const patternIn = (term: string): string | undefined => betweenSlashes.exec(term)?.[1];

/** `^a`, `a.*`, `\d`, `[ab]`, `(a|b)`, `colou?r` */
const marksOfPatterns = /^\^|\.[*+?]|\\[bdsw]|\[[^\]]+\]|\S[|?]\S/i;
export const looksLikePattern = (term: string): boolean => marksOfPatterns.test(term) && patternIn(term) === undefined;

const patternErrors = ['patternNotValid', 'patternTooLong', 'patternTooBroad'] as const;

export const previewFixit = rulePreview({
  list: fixits.list.path,
  needs: 'search',
  name: fixits.name,
  fields: FixitFields,
  errors: patternErrors,
});

export const maximumFixitProposals = 6;

export const proposeFixits = endpoint('GET /api/fixits/proposals', {
  needs: 'search',
  summary: 'Lists frequent queries of the last 30 days that find nothing, even corrected, and that no rule replaces',
  input: z.object({ c: Id }),
  output: z
    .array(
      z.object({
        term: z.string(),
        search_count: z.number(),
      }),
    )
    .check(z.maxLength(maximumFixitProposals)),
  errors: ['searchDown'],
});
export type FixitProposal = OutputOf<typeof proposeFixits>[number];

const Named = z.object({ id: Id, term: z.string(), catalog_term: z.string() });

export const readDeadFixits = endpoint('GET /api/fixits/dead', {
  needs: 'search',
  summary: 'Lists the active ones among replacing terms whose replacement finds nothing',
  input: z.object({ ids: z.string().check(z.regex(new RegExp(`^\\d{1,15}(,\\d{1,15}){0,${maximumPageSize - 1}}$`))) }),
  output: z.array(Id),
});

export const readFixitEffect = endpoint('GET /api/fixits/effect', {
  needs: 'search',
  summary: 'Lists queries of the last 30 days that an unsaved replacing term catches, and rules that it conflicts with',
  input: z.object({
    term: z._default(z.string().check(z.maxLength(maximumFixitLength)), ''),
    is_regexp: z._default(z.enum(['0', '1']), '0'),
    catalog_term: optionalText(longTextLength).check(...replacementChecks),
    id: z.optional(Id),
  }),
  output: z.object({
    /** null if no searches were tracked. */
    caught: z.nullable(
      z.object({
        count: z.number(),
        finding_count: z.number(),
        examples: z.array(z.object({ term: z.string(), search_count: z.number() })),
      }),
    ),
    caught_by: z.nullable(Named),
    /** The replacement is itself a replaced term, which doesn't act then. */
    next: z.nullable(z.string()),
  }),
  errors: patternErrors,
});
export type FixitEffect = OutputOf<typeof readFixitEffect>;
