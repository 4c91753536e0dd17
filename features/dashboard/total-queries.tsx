import { Figure, Figures } from '#console-kit/statistics/figure.tsx';
import { useFormats } from '#console-kit/text/format.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { autocompleteHistoryPath, searchHistoryPath } from '#features/analytics/statistics/paths.panel.tsx';
import { StatisticsChart } from '#features/analytics/statistics/statistics-chart.panel.tsx';
import type { Statistics } from '#features/analytics/statistics/statistics.panel.tsx';
import { TotalCard, useTotals } from './total-card.tsx';
import { readTotalQueries } from './widgets.contract.ts';

/** How often visitors searched. */
export function TotalQueries({ of }: { readonly of: Statistics }) {
  const t = useText();
  const { number } = useFormats();
  const totals = useTotals(readTotalQueries, of);
  const title = t('Total queries');
  const path = of.resultObject === 'autocomplete' ? autocompleteHistoryPath : searchHistoryPath;
  const rows = of.to(path);
  return (
    <TotalCard title={title} totals={totals}>
      {({ queries, unique_users: users, is_estimated: isEstimated, timeline, previous }) => (
        <>
          <Figures>
            <Figure
              label={t('Searches')}
              value={queries === null ? null : number(queries)}
              to={rows}
              {...(of.isCompared && { change: { now: queries, before: previous.queries } })}
            />
            <Figure
              label={t('Unique users')}
              value={users === null ? null : number(users)}
              isEstimated={isEstimated}
              to={rows}
              {...(of.isCompared && { change: { now: users, before: previous.unique_users } })}
            />
          </Figures>
          <StatisticsChart
            of={of}
            name="queries"
            label={title}
            previous={previous.timeline.data}
            dayPath={path}
            series={[
              {
                name: 'queries',
                label: t('Searches'),
                look: 'main',
                data: timeline.data,
              },
            ]}
          />
        </>
      )}
    </TotalCard>
  );
}
