import {
  isBadWhenMore,
  type Metric,
  type MetricFigure,
  metrics,
} from '#features/search-settings/experiments/experiments.contract.ts';
import type { GroupSums } from './experiments.store.ts';
import { alarmChance, compareGroups } from './sequential.ts';

/** As stored: with the scale of the first comparison, by which all later ones are made. */
type StoredFigure = MetricFigure & { readonly scale: number | null };
export type MetricFigures = Readonly<Record<Metric, StoredFigure>>;

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
  const isMore = (compared.low ?? 0) > 0;
  const isDifferent = isMore || (compared.high ?? 0) < 0;
  const verdict = isDifferent ? (isMore === isBadWhenMore(metric) ? 'worse' : 'better') : 'open';
  return { ...compared, verdict };
}

export const figuresOf = (groups: Groups, last: MetricFigures | null): MetricFigures =>
  Object.fromEntries(
    metrics.map((metric) => {
      const before = last?.[metric];
      const figure = figureOf(metric, { ...groups, scale: before?.scale ?? null });
      // A verdict holds on all days together, so the first one stays.
      return [metric, before === undefined || before.verdict === 'open' ? figure : { ...figure, verdict: before.verdict }];
    }),
  ) as MetricFigures;

/** Worse in one of these, B is stopped. */
const guardrails: readonly Metric[] = ['unfound', 'clicked'];

export const isWorse = (figures: MetricFigures, goal: Metric): boolean =>
  [...guardrails, goal].some((metric) => figures[metric].verdict === 'worse');
