import { Group } from '@mantine/core';
import { SameDays } from '#console-kit/charts/same-days.tsx';
import { FixProblemDrawer } from '#features/analytics/fix-problem/screen/fix-problem.panel.tsx';
import { SearchQualityCard } from '#features/analytics/search-quality/search-quality.panel.tsx';
import { TopTrends } from '#features/analytics/search-trends/screen/top-trends.panel.tsx';
import { type Statistics, useStatistics } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { StatsFilters } from '#features/analytics/statistics/screen/stats-filters.panel.tsx';
import { Tracked } from '#features/analytics/statistics/screen/tracking.panel.tsx';
import { askEveryMs } from './asking.ts';
import type { ProjectState } from '#features/dashboard/dashboard.contract.ts';
import { ToDo } from './to-do.tsx';
import classes from './dashboard.module.css';
import { t } from '#console-kit/text/i18n.ts';
import {
  autocompleteHistoryPath,
  searchHistoryPath,
  withoutResultsPath,
} from '#features/analytics/statistics/screen/paths.panel.tsx';
import { TotalCard, useTotals } from './total-card.tsx';
import { readTotalQueries, readTotalQueriesWithoutResults } from '#features/dashboard/widgets.contract.ts';
import { formats } from '#console-kit/text/format.ts';

export function VisitorFigures({ state }: { readonly state: ProjectState }) {
  const statistics = useStatistics({ usual: '7-days' });
  return (
    <>
      <Group gap={8}>
        <StatsFilters of={statistics} />
      </Group>
      <div className={classes.cards}>
        <div className={classes.toDo}>
          <ToDo state={state} />
        </div>
        <Tracked of={statistics}>
          <SameDays>
            <TotalQueries of={statistics} />
            <TotalWithoutResults of={statistics} />
          </SameDays>
          <div className={classes.wide}>
            <SearchQualityCard of={statistics} askEveryMs={askEveryMs} />
          </div>
          <div className={classes.wide}>
            <TopTrends of={statistics} askEveryMs={askEveryMs} />
          </div>
        </Tracked>
      </div>
      <FixProblemDrawer of={statistics} />
    </>
  );
}

function TotalQueries({ of }: { readonly of: Statistics }) {
  return (
    <TotalCard
      of={of}
      totals={useTotals(readTotalQueries, of)}
      title={t('Total queries')}
      path={of.resultObject === 'autocomplete' ? autocompleteHistoryPath : searchHistoryPath}
      name="queries"
      label={t('Searches')}
    />
  );
}

/** How often visitors found nothing, and what share of all searches that is. */
function TotalWithoutResults({ of }: { readonly of: Statistics }) {
  const { data: all, isPlaceholderData: isOther } = useTotals(readTotalQueries, of);
  return (
    <TotalCard
      of={of}
      totals={useTotals(readTotalQueriesWithoutResults, of)}
      title={t('Total queries without results')}
      path={withoutResultsPath}
      name="unfound"
      label={t('Without results')}
      isProblem
      unitOf={(queries) => (queries === null || !all?.queries || isOther ? undefined : formats.percent(queries / all.queries))}
    />
  );
}
