import { Figure, Figures } from '#console-kit/statistics/figure.tsx';
import { formats } from '#console-kit/text/format.ts';
import { t } from '#console-kit/text/i18n.ts';
import type { QueryTotals } from '#features/analytics/statistics/statistics.contract.ts';
import { StatisticsChart } from '#features/analytics/statistics/screen/statistics-chart.panel.tsx';
import type { Statistics } from '#features/analytics/statistics/screen/statistics.panel.tsx';

export interface TotalFacts {
  readonly of: Statistics;
  readonly title: string;
  readonly path: string;
  readonly name: string;
  readonly label: string;
  /** Searches that nobody wants more of. */
  readonly isProblem?: boolean;
  /** Beside the number of searches, such as their share of all. */
  readonly unitOf?: (queries: number | null) => string | undefined;
}

interface TotalFiguresProps extends TotalFacts {
  readonly data: QueryTotals;
}

export function TotalFigures({ of, title, path, name, label, isProblem = false, unitOf, data }: TotalFiguresProps) {
  const { queries, unique_users: users, is_estimated: isEstimated, timeline, compared } = data;
  const figure = (value: number | null, name: 'queries' | 'unique_users') => ({
    value: value === null ? null : formats.number(value),
    to: of.to(path),
    ...(of.isCompared &&
      compared && { change: { now: compared.now[name], before: compared.before[name], isBadWhenMore: isProblem } }),
  });
  return (
    <>
      <Figures>
        <Figure label={t('Searches')} {...figure(queries, 'queries')} unit={unitOf?.(queries)} />
        <Figure label={t('Unique users')} {...figure(users, 'unique_users')} isEstimated={isEstimated} />
      </Figures>
      <StatisticsChart
        of={of}
        name={name}
        label={title}
        previous={data.previous_timeline.data}
        dayPath={path}
        series={[{ name, label, look: isProblem ? 'problem' : 'main', data: timeline.data }]}
      />
    </>
  );
}
