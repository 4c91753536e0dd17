import * as z from 'zod/mini';
import { Day } from '#contract/days.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment } from '#contract/fields.ts';
import { inStatistics, longestQueryLength, statisticsErrors } from '#features/analytics/statistics/statistics.contract.ts';

const needs = 'analytics';
export const queriesAtOnce = 20;

/** Searches of a query, how many of them found nothing, and after how many an item was clicked. */
const Counts = z.object({ searches: z.number(), unfound: z.number(), clicked: z.number() });
export type Counts = z.output<typeof Counts>;

/** Days, both included. */
const Days = z.object({ start: Day, end: Day });

const Impact = z.object({
  /**
   * `early` on the day of the release, `untracked` where nothing was counted before it, `first` for a release without one before it,
   * `gone` where releases of that age aren't kept, `off` for a rule that doesn't act.
   */
  state: z.enum(['ready', 'early', 'untracked', 'first', 'gone', 'off']),
  /** The release that made it; null for a rule that doesn't act. */
  release: z.nullable(z.object({ number: z.number(), live_since: Moment, by: z.nullable(z.string()) })),
  /** As many days on both sides; the day of the release is on neither. Null where nothing can be compared. */
  before: z.nullable(Days),
  after: z.nullable(Days),
  has_clicks: z.boolean(),
  other_releases: z.array(z.number()),
  /** Queries that were searched on both sides: the most frequent ones, and frequent ones with the words of what changed. */
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
  /** Null where no release did, or where the query was not searched on both sides of it. */
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
