import * as z from 'zod/mini';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { maximumPageSize, PageQuery, pageOf } from '#contract/page.ts';
import { learnings } from '#contract/values/learning.ts';

const needs = 'search';

/** Days of searches that count for a shop's usual number. */
export const outlookDays = 30;
/** Searches of a query in 30 days that gain most of what learning can: see docs/search-quality.md. */
export const helpfulSearches = 90;
export const shownMoves = 4;

export const LearnedItem = z.object({
  id: Id,
  /** Or the path of a category. */
  query: z.string(),
  is_category: z.boolean(),
  /** Weighted by age, as they count today. */
  searches: z.number(),
  choices: z.number(),
  /** Items that moved, those that rose first; places are from 1. */
  moves: z.array(z.object({ id: z.string(), name: z.string(), from: z.number(), to: z.number(), chosen: z.number() })),
  /** The first items of the learned order, down to the last of those. */
  order: z.array(z.string()),
});
export type LearnedItem = z.output<typeof LearnedItem>;

export const learnedStates = ['learned', 'never'] as const;

export const listLearned = endpoint('GET /api/learned', {
  needs,
  summary: 'Lists the queries whose order was learned from visitors, with the items that moved',
  input: z.extend(PageQuery, {
    c: Id,
    sort: z._default(z.enum(['query', 'searches', 'choices']), 'searches'),
    order: z._default(PageQuery.shape.order, 'desc'),
    state: z._default(z.enum(learnedStates), 'learned'),
  }),
  output: z.extend(pageOf(LearnedItem), {
    learning: z.enum(learnings),
    /** The last day that was counted; null before the first night. */
    counted_until: z.nullable(z.string()),
    /** The most frequent query of the last days; null without searches. */
    outlook: z.nullable(
      z.object({
        query: z.string(),
        per_day: z.number(),
        /** Until learning gains most after it; null if it is too rare. */
        days: z.nullable(z.number()),
      }),
    ),
  }),
  errors: ['notFound', 'searchDown'],
});
export type LearnedList = OutputOf<typeof listLearned>;

const Chosen = {
  c: Id,
  ids: z.array(Id).check(z.minLength(1), z.maxLength(maximumPageSize)),
  /** Takes the call back: what was learned before counts again, until the next night. */
  is_undo: z._default(z.boolean(), false),
};

export const forgetLearned = endpoint('POST /api/learned/forget', {
  needs,
  summary: 'Drops what was learned after queries; choices of later days count again',
  input: z.object(Chosen),
  output: z.object({ changed: z.number() }),
});

export const neverLearn = endpoint('POST /api/learned/never', {
  needs,
  summary: 'Stops learning after queries, or allows it again',
  input: z.object({ ...Chosen, is_never: z.boolean() }),
  output: z.object({ changed: z.number() }),
});
