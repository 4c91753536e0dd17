import * as z from 'zod/mini';
import { Day } from '#contract/days.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment } from '#contract/fields.ts';
import { Counts, Effect } from '#features/analytics/impact/effect.contract.ts';
import { inStatistics, longestQueryLength, statisticsErrors } from '#features/analytics/statistics/statistics.contract.ts';

const needs = 'analytics';
export const queriesAtOnce = 20;

/** Both included. */
const Days = z.object({ start: Day, end: Day });

const Impact = z.object({
  /** `early` on the release day, `untracked` without earlier figures, `first` without an earlier release, `gone` if the release was deleted, `off` for an inactive rule. */
  state: z.enum(['ready', 'early', 'untracked', 'first', 'gone', 'off']),
  /** Null for an inactive rule. */
  release: z.nullable(z.object({ number: z.number(), live_since: Moment, by: z.nullable(z.string()) })),
  /** Of equal length, without the release day. Null if not comparable. */
  before: z.nullable(Days),
  after: z.nullable(Days),
  has_clicks: z.boolean(),
  has_purchases: z.boolean(),
  other_releases: z.array(z.number()),
  /** Queries searched in both ranges: the most frequent, and those with changed words. */
  queries: z.array(z.object({ query: z.string(), before: Counts, after: Counts })),
});
export type Impact = z.output<typeof Impact>;
export type ComparedQuery = Impact['queries'][number];

const Queries = z
  .array(z.string().check(z.minLength(1), z.maxLength(longestQueryLength)))
  .check(z.minLength(1), z.maxLength(queriesAtOnce));
const Touched = z.array(z.string());

const release = { number: Id };
const rule = { source: z.string().check(z.minLength(1), z.maxLength(50)), id: Id };

export const readReleaseImpact = endpoint('GET /api/impact/releases/{number}', {
  needs,
  summary: 'How often queries were searched, found nothing and were clicked before and after a release went live',
  input: z.object(release),
  output: Impact,
  errors: ['notFound'],
});

export const findTouchedByRelease = endpoint('POST /api/impact/releases/{number}/touched', {
  needs,
  summary: 'Tells which queries find other items first with a release than with the one before it, among the items of today',
  input: z.object({ ...release, queries: Queries }),
  output: Touched,
  errors: ['notFound', 'releaseNotKept'],
  onlyAsks: true,
});

export const readQueryImpact = endpoint('GET /api/impact/query', {
  needs,
  summary: 'The same of one query, for the newest release in a range of days that changed which items it finds first',
  input: inStatistics(z.object({ q: z.string().check(z.trim(), z.minLength(1), z.maxLength(longestQueryLength)) })),
  /** Null if no release changed the query, or it was not searched before and after. */
  output: z.object({ impact: z.nullable(Impact) }),
  errors: statisticsErrors,
});

export const readRuleImpact = endpoint('GET /api/impact/rules/{source}/{id}', {
  needs,
  summary: 'How often queries were searched, found nothing and were clicked before and after a rule was as it is live now',
  input: z.object(rule),
  output: Impact,
  errors: ['notFound'],
});

export const findTouchedByRule = endpoint('POST /api/impact/rules/{source}/{id}/touched', {
  needs,
  summary: 'Tells which queries find other items first with a rule than without it, among the items of today',
  input: z.object({ ...rule, queries: Queries }),
  output: Touched,
  errors: ['notFound'],
  onlyAsks: true,
});

/** Summed over the queries that a release changed. */
const ReleaseEffect = z.object({
  before: Days,
  after: Days,
  /** Compared queries; `touched` have other first results than before. */
  compared: z.number(),
  touched: z.number(),
  unfound: z.nullable(Effect),
  /** Null if not tracked on all days. */
  clicked: z.nullable(Effect),
  bought: z.nullable(Effect),
  /** Per search. */
  turnover: z.nullable(z.object({ before: z.number(), after: z.number() })),
  other_releases: z.number(),
});
export type ReleaseEffect = z.output<typeof ReleaseEffect>;

export const effectsAtOnce = 100;

export const readReleaseEffects = endpoint('POST /api/impact/releases', {
  needs,
  summary: 'How searches without results, clicks and purchases changed after releases',
  input: z.object({ numbers: z.array(Id).check(z.maxLength(effectsAtOnce)) }),
  output: z.object({
    /** ISO 4217; null if unknown. */
    currency: z.nullable(z.string()),
    /** Without imports, the first release, and releases before tracking began. */
    releases: z.array(
      z.object({
        number: z.number(),
        /** Null until it is measured, on `due`. */
        effect: z.nullable(ReleaseEffect),
        due: Day,
      }),
    ),
  }),
  onlyAsks: true,
});
