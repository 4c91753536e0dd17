import * as z from 'zod/mini';
import { inCollection } from '#contract/crud.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Id, longTextLength, Moment, requiredText } from '#contract/fields.ts';
import { maximumFixitLength, maximumQueryLength, maximumSynonymWords } from '#contract/limits.ts';
import { maximumPageSize } from '#contract/page.ts';
import { Figure, inStatistics, IsEstimated, statisticsErrors } from '#features/analytics/statistics/statistics.contract.ts';

export const evidenceDays = 30;
export const mostProposals = 5;
export const shownItems = 3;

export const fixKinds = ['synonym', 'fixit', 'curation'] as const;
export type FixKind = (typeof fixKinds)[number];
/** Their kinds in releases. */
export const sourceOf = { synonym: 'synonyms', fixit: 'fixits', curation: 'curations' } as const satisfies Record<
  FixKind,
  string
>;

/** Corrected ones find nothing as typed, but something else. */
export const queryStates = ['open', 'corrected', 'fixed', 'dismissed'] as const;
export type QueryState = (typeof queryStates)[number];

const Query = z.string().check(z.trim(), z.minLength(1), z.maxLength(maximumQueryLength));

export const Fix = z.object({
  kind: z.enum(fixKinds),
  term: requiredText('requiredField', maximumFixitLength),
  /** Synonyms, the replacement (query or address), or item ids. */
  to: z
    .array(requiredText('requiredField', longTextLength), { error: 'requiredField' })
    .check(z.minLength(1, { error: 'requiredField' }), z.maxLength(maximumSynonymWords, { error: 'tooMany' })),
});
export type Fix = z.output<typeof Fix>;

export const evidenceKinds = ['spelling', 'diacritics', 'keyboard', 'compound', 'next', 'clicked', 'related'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];
export const Evidence = z.object({
  kind: z.enum(evidenceKinds),
  /** Letters, visitors or clicks; null if not countable. */
  count: z.nullable(z.number()),
});
export type Evidence = z.output<typeof Evidence>;

const ShownItem = z.looseObject({ id: z.string() });

const Outlook = z.object({
  total_count: z.number(),
  items: z.array(ShownItem).check(z.maxLength(shownItems)),
  /** Searches without results in the last 30 days that it would have helped; 0 in a list of queries. */
  searches: z.number(),
});
export type Outlook = z.output<typeof Outlook>;

const Proposal = z.object({ fix: Fix, evidence: z.array(Evidence), ...Outlook.shape });
export type Proposal = z.output<typeof Proposal>;

export const FixRule = z.object({ source: z.string(), id: z.number() });

export const readProblem = endpoint('GET /api/query-problem', {
  needs: 'analytics',
  summary: 'Says why a query finds nothing, and proposes rules that would make it find something',
  input: inStatistics(z.object({ ...inCollection, q: Query })),
  output: z.object({
    query: z.string(),
    /** Searches without results, or corrected ones. */
    queries: z.number(),
    users_affected: Figure,
    is_estimated: IsEstimated,
    last_at: z.nullable(Moment),
    state: z.enum(queryStates),
    /** Version of its state; null if nobody changed it. */
    changed_at: z.nullable(Moment),
    /** Contains masked personal data, so it can't have a rule. */
    is_masked: z.boolean(),
    /** As typed. */
    found_now: z.number(),
    is_redirected: z.boolean(),
    /** Words that no item has in a searched field. */
    unknown_words: z.array(z.string()),
    /** Best first. */
    proposals: z.array(Proposal).check(z.maxLength(mostProposals)),
  }),
  errors: [...statisticsErrors, 'searchDown'],
});

export const proposeFixes = endpoint('POST /api/query-problems/proposals', {
  onlyAsks: true,
  needs: 'analytics',
  summary: 'Answers the best proposal of each query, in their order',
  input: z.object({ ...inCollection, queries: z.array(Query).check(z.minLength(1), z.maxLength(maximumPageSize)) }),
  output: z.array(z.object({ query: z.string(), proposal: z.nullable(Proposal) })),
  errors: ['searchDown'],
});

/** A query and the version of its state that the user saw. */
const Seen = { query: Query, seen: z._default(z.nullable(z.number()), null) };

export const acceptFixes = endpoint('POST /api/query-problems/accept', {
  needs: 'search',
  summary: 'Adds rules that make queries find something, and notes that these are fixed. Each by itself: refusals are listed',
  input: z.object({
    ...inCollection,
    fixes: z.array(z.object({ ...Seen, fix: Fix })).check(z.minLength(1), z.maxLength(maximumPageSize)),
  }),
  output: z.object({
    fixed: z.array(
      z.object({
        query: z.string(),
        rule: FixRule,
        changed_at: Moment,
        /** The release with the rule; null if it waits. */
        release: z.nullable(z.number()),
      }),
    ),
    /** Queries that someone else changed. */
    changed: z.array(z.string()),
    refused: z.array(z.object({ query: z.string(), message: z.string() })),
  }),
  errors: ['searchDown'],
});

export const undoFixes = endpoint('POST /api/query-problems/undo', {
  needs: 'search',
  summary: 'Takes back rules that made queries find something, unless somebody has changed them since',
  input: z.object({
    fixes: z
      .array(z.object({ query: Query, seen: z.number(), release: z.nullable(Id) }))
      .check(z.minLength(1), z.maxLength(maximumPageSize)),
  }),
  output: z.object({ queries: z.array(z.string()) }),
});

export const dismissQueries = endpoint('POST /api/query-problems/dismiss', {
  needs: 'analytics',
  summary: 'Takes queries off the list of open ones for good, unless somebody has changed them meanwhile',
  input: z.object({ queries: z.array(z.object(Seen)).check(z.minLength(1), z.maxLength(maximumPageSize)) }),
  output: z.object({ queries: z.array(z.object({ query: z.string(), changed_at: Moment })) }),
});

export const reopenQueries = endpoint('POST /api/query-problems/reopen', {
  needs: 'analytics',
  summary: 'Opens dismissed queries again',
  input: z.object({ queries: z.array(Query).check(z.minLength(1), z.maxLength(maximumPageSize)) }),
  output: z.object({ queries: z.array(z.string()) }),
});

export const countOpenQueries = endpoint('GET /api/query-problems/open', {
  needs: 'analytics',
  summary:
    'Counts the queries without results of the days that their list begins with that are neither fixed nor dismissed, and says the days',
  output: z.object({ count: z.number(), start: z.string(), end: z.string() }),
});
