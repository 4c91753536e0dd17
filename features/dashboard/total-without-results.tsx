import { Figure, Figures } from '#console-kit/statistics/figure.tsx';
import { useFormats } from '#console-kit/text/format.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { withoutResultsPath } from '#features/analytics/statistics/paths.panel.tsx';
import { StatisticsChart } from '#features/analytics/statistics/statistics-chart.panel.tsx';
import type { Statistics } from '#features/analytics/statistics/statistics.panel.tsx';
import { TotalCard, useTotals } from './total-card.tsx';
import { readTotalQueries, readTotalQueriesWithoutResults } from './widgets.contract.ts';

/** How often visitors found nothing, and what share of all searches that is. */
export function TotalWithoutResults({ of }: { readonly of: Statistics }) {
  const t = useText();
  const { number, percent } = useFormats();
  const totals = useTotals(readTotalQueriesWithoutResults, of);
  const { data: all, isPlaceholderData: isOther } = useTotals(readTotalQueries, of);
  const title = t('Total queries without results');
  const rows = of.to(withoutResultsPath);
  const shareOf = (queries: number | null) =>
    queries === null || !all?.queries || isOther ? undefined : percent(queries / all.queries);
  return (
    <TotalCard title={title} totals={totals}>
      {({ queries, unique_users: users, is_estimated: isEstimated, timeline, previous }) => (
        <>
          <Figures>
            <Figure
              label={t('Searches')}
              value={queries === null ? null : number(queries)}
              unit={shareOf(queries)}
              to={rows}
              {...(of.isCompared && { change: { now: queries, before: previous.queries, isBadWhenMore: true } })}
            />
            <Figure
              label={t('Unique users')}
              value={users === null ? null : number(users)}
              isEstimated={isEstimated}
              to={rows}
              {...(of.isCompared && { change: { now: users, before: previous.unique_users, isBadWhenMore: true } })}
            />
          </Figures>
          <StatisticsChart
            of={of}
            name="unfound"
            label={title}
            previous={previous.timeline.data}
            dayPath={withoutResultsPath}
            series={[
              {
                name: 'unfound',
                label: t('Without results'),
                look: 'problem',
                data: timeline.data,
              },
            ]}
          />
        </>
      )}
    </TotalCard>
  );
}
