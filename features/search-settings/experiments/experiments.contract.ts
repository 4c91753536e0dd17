import * as z from 'zod/mini';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import { Id, Moment, requiredText } from '#contract/fields.ts';
import { experimentShares, mixedGoal, maximumReleaseNameLength } from '#contract/limits.ts';
import { CheckedPart, CheckedQuery } from '#features/search-settings/publish-gate/publish-gate.contract.ts';

const needs = 'search';

/** B: what is saved and isn't live, an earlier release, or live settings without the order learned from visitors. */
export const experimentKinds = ['draft', 'release', 'learning'] as const;

/** Shares of searches with a click, a cart, a purchase and without results; turnover per search. */
export const metrics = ['clicked', 'carted', 'bought', 'turnover', 'unfound'] as const;
export type Metric = (typeof metrics)[number];
/** A share of visitors who chose more from one side of a mixed list. */
const goals = [...metrics, mixedGoal] as const;
export type Goal = (typeof goals)[number];
export const isBadWhenMore = (metric: Goal): boolean => metric === 'unfound';

/** `kept`: somebody ended it. `worse`: stopped by itself. `changed`: its rows went live otherwise. */
export const experimentEndings = ['kept', 'published', 'worse', 'time', 'changed', 'gone'] as const;
export type ExperimentEnding = (typeof experimentEndings)[number];

const MetricFigure = z.object({
  a: z.number(),
  b: z.number(),
  /** Bounds of `b` − `a` that hold on all days together; null with too few visitors. */
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  /** B against A, once and for all. */
  verdict: z.enum(['better', 'worse', 'open']),
});
export type MetricFigure = z.output<typeof MetricFigure>;

const Groups = z.object({ a: z.number(), b: z.number() });

const Figures = z.object({
  measured_at: Moment,
  /** After mixed lists, those who chose more from a side. */
  visitors: Groups,
  searches: Groups,
  metrics: z.partialRecord(z.enum(goals), MetricFigure),
  /** The goal since the start, at the end of each day. */
  days: z.array(z.object({ day: z.string(), a: z.number(), b: z.number() })),
});

const Share = z.int().check(z.minimum(experimentShares.least), z.maximum(experimentShares.most));

export const ExperimentForm = z.object({
  name: requiredText('required', maximumReleaseNameLength),
  kind: z.enum(experimentKinds),
  /** The earlier release; null for the other kinds. */
  release_number: z._default(z.nullable(z.int().check(z.positive())), null),
  goal: z._default(z.enum(goals), 'clicked'),
  share: z._default(Share, 50),
});

const Experiment = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(experimentKinds),
  release_number: z.nullable(z.number()),
  goal: z.enum(goals),
  share: z.number(),
  /** Rows that differ. */
  row_count: z.number(),
  /** Saved changes that aren't live, of the same rows, which publishing B replaces. */
  replaces: z.array(z.object({ source: z.string(), id: z.number(), name: z.string() })),
  started_at: Moment,
  /** null for people who were deleted. */
  started_by: z.nullable(z.string()),
  ended_at: z.nullable(Moment),
  ending: z.nullable(z.enum(experimentEndings)),
  /** Before the first measurement. */
  figures: z.nullable(Figures),
});
export type Experiment = z.output<typeof Experiment>;

export const listExperiments = endpoint('GET /api/experiments', {
  needs,
  summary: 'Lists the A/B tests of a collection with their figures, newest first',
  input: z.object({ c: Id }),
  output: z.object({
    running: z.nullable(Experiment),
    /** Other releases that went live while it runs. */
    release_count: z.number(),
    past: z.array(Experiment),
    /** Saved changes in this collection that aren't live. */
    draft_count: z.number(),
    /** False while learning from visitors is off. */
    is_learning: z.boolean(),
    /** ISO 4217; null if unknown. */
    currency: z.nullable(z.string()),
    longest_days: z.number(),
  }),
  errors: ['notFound'],
});
export type ExperimentList = OutputOf<typeof listExperiments>;

/** Days before today that tell the usual number of visitors. */
export const outlookDays = 14;

export const readOutlook = endpoint('GET /api/experiments/outlook', {
  needs,
  summary: 'Tells how long an A/B test takes to show a difference of 10%, by the visitors of the last days',
  input: z.object({ c: Id, goal: z.enum(metrics), share: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(99)) }),
  output: z.object({
    visitors_per_day: z.number(),
    are_visitors_made_up: z.boolean(),
    /** null without anything to count. */
    days: z.nullable(z.number()),
    longest_days: z.number(),
    /** Relative; what shows within the longest days. */
    least_change: z.nullable(z.number()),
  }),
  errors: ['notFound'],
});
export type Outlook = OutputOf<typeof readOutlook>;

export const startExperiment = endpoint('POST /api/experiments', {
  needs,
  summary: 'Starts an A/B test: a share of visitors gets other search settings in a collection',
  input: z.extend(ExperimentForm, { c: Id }),
  output: z.object({ id: z.number() }),
  errors: ['notFound', 'experimentRunning', 'experimentSame', 'releaseNotKept', 'tooMany'],
});

const one = z.object({ id: Id });

export const keepLive = endpoint('POST /api/experiments/{id}/end', {
  needs,
  summary: 'Ends an A/B test; all visitors get the live settings',
  input: one,
  errors: ['notFound', 'experimentEnded'],
});

export const checkVariant = endpoint('POST /api/experiments/{id}/check', {
  needs,
  summary: 'Compares what queries find with what they would find with the settings of B',
  input: z.extend(CheckedPart, { id: Id }),
  output: z.array(CheckedQuery),
  errors: ['notFound', 'experimentOutdated'],
  onlyAsks: true,
});

export const publishVariant = endpoint('POST /api/experiments/{id}/publish', {
  needs,
  summary: 'Makes the settings of B live for all visitors and ends the A/B test',
  input: one,
  output: z.object({ release: z.number() }),
  errors: ['notFound', 'experimentOutdated'],
});
