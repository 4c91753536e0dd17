import { Group } from '@mantine/core';
import { SameDays } from '#console-kit/charts/same-days.tsx';
import { FixProblemDrawer } from '#features/analytics/fix-problem/fix-problem.panel.tsx';
import { SearchQualityCard } from '#features/analytics/search-quality/search-quality.panel.tsx';
import { TopTrends } from '#features/analytics/search-trends/top-trends.panel.tsx';
import { useStatistics } from '#features/analytics/statistics/statistics.panel.tsx';
import { StatsFilters } from '#features/analytics/statistics/stats-filters.panel.tsx';
import { Tracked } from '#features/analytics/statistics/tracking.panel.tsx';
import { askEveryMs } from './asking.ts';
import type { ProjectState } from './dashboard.contract.ts';
import { ToDo } from './to-do.tsx';
import { TotalQueries } from './total-queries.tsx';
import { TotalWithoutResults } from './total-without-results.tsx';
import classes from './dashboard.module.css';

/** What visitors search for, and what of it is to be done something about. */
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
