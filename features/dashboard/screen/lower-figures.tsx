import { SearchQualityCard } from '#features/analytics/search-quality/screen/search-quality.panel.tsx';
import { TopTrends } from '#features/analytics/search-trends/screen/top-trends.panel.tsx';
import type { Statistics } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { askEveryMs } from './to-do.tsx';
import classes from './dashboard.module.css';

/** Half of the dashboard's code, mostly of the list. */
export function LowerFigures({ of }: { readonly of: Statistics }) {
  return (
    <>
      <div className={classes.wide}>
        <SearchQualityCard of={of} askEveryMs={askEveryMs} />
      </div>
      <div className={classes.wide}>
        <TopTrends of={of} askEveryMs={askEveryMs} />
      </div>
    </>
  );
}
