import { mixedGoal } from '#contract/limits.ts';
import {
  type Goal,
  isBadWhenMore,
  type Metric,
  type MetricFigure,
  metrics,
} from '#features/search-settings/experiments/experiments.contract.ts';
import type { GroupSums } from './experiments.store.ts';
import { alarmChance, type Compared, compareGroups, comparePreferences } from './sequential.ts';

/** As stored: with the scale of the first comparison, by which all later ones are made. */
type StoredFigure = MetricFigure & { readonly scale: number | null };
export type MetricFigures = Readonly<Partial<Record<Goal, StoredFigure>>>;

interface Groups {
  readonly goal: Metric;
  readonly a: GroupSums;
  readonly b: GroupSums;
}

const noSums = { visitors: 0, searches: 0, squaredSearches: 0, total: 0, squaredTotal: 0, product: 0 };
export const noGroup = Object.fromEntries(metrics.map((metric) => [metric, noSums])) as GroupSums;

export function figureOf(metric: Metric, { goal, a, b, scale }: Groups & Pick<StoredFigure, 'scale'>): StoredFigure {
  const events = metric === 'turnover' ? 'bought' : metric;
  const compared = compareGroups(a[metric], b[metric], {
    isShare: metric !== 'turnover',
    alpha: metric === goal ? alarmChance.goal : alarmChance.other,
    counted: a[events].total + b[events].total,
    scale,
  });
  return judged(metric, compared);
}

function judged(metric: Goal, compared: Compared): StoredFigure {
  const isMore = (compared.low ?? 0) > 0;
  const isDifferent = isMore || (compared.high ?? 0) < 0;
  const verdict = isDifferent ? (isMore === isBadWhenMore(metric) ? 'worse' : 'better') : 'open';
  return { ...compared, verdict };
}

export const figuresOf = (groups: Groups, last: MetricFigures | null): Readonly<Record<Metric, StoredFigure>> =>
  Object.fromEntries(
    metrics.map((metric) => {
      const before = last?.[metric];
      return [metric, following(before, figureOf(metric, { ...groups, scale: before?.scale ?? null }))];
    }),
  ) as Record<Metric, StoredFigure>;

export const preferenceOf = ({ a, b }: Readonly<Record<'a' | 'b', number>>, last: MetricFigures | null): StoredFigure =>
  following(last?.[mixedGoal], judged(mixedGoal, comparePreferences(a, b)));

/** A verdict holds on all days together, so the first one stays. */
const following = (before: StoredFigure | undefined, figure: StoredFigure): StoredFigure =>
  before === undefined || before.verdict === 'open' ? figure : { ...figure, verdict: before.verdict };

/** Worse in one of these, B is stopped. */
const guardrails: readonly Metric[] = ['unfound', 'clicked'];

export const isWorse = (figures: MetricFigures, goal: Goal): boolean =>
  [...guardrails, goal].some((metric) => figures[metric]?.verdict === 'worse');
