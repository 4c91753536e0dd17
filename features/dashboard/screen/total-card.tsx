import { Skeleton } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { CallError } from '#console-kit/calls/call-error.ts';
import { followingQuery } from '#console-kit/calls/queries.ts';
import { Panel } from '#console-kit/page/panel.tsx';
import { RefetchBar } from '#console-kit/page/refetch-bar.tsx';
import { AfterWait, LoadError } from '#console-kit/page/states.tsx';
import type { QueryTotals } from '#features/analytics/statistics/statistics.contract.ts';
import type { Statistics } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { askEveryMs } from './asking.ts';
import { type TotalFacts, TotalFigures } from './total-figures.tsx';
import type { readTotalQueries } from '#features/dashboard/widgets.contract.ts';
import classes from './dashboard.module.css';

/** Of two figures and their chart. */
const skeletonHeight = 312;

/** Both endpoints of totals are of this type. */
type TotalsEndpoint = typeof readTotalQueries;
type Totals = UseQueryResult<QueryTotals, CallError>;

/** Figures of a range of days, those of the range before while new ones are on their way. */
export const useTotals = (endpoint: TotalsEndpoint, { filter }: Statistics): Totals =>
  useQuery({ ...followingQuery(endpoint, filter), refetchInterval: askEveryMs });

interface TotalCardProps extends TotalFacts {
  readonly totals: Totals;
}

export function TotalCard({ totals, ...facts }: TotalCardProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = totals;
  return (
    <Panel title={facts.title}>
      {!data && error && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && (
        <AfterWait>
          <Skeleton height={skeletonHeight} aria-hidden />
        </AfterWait>
      )}
      {data && (
        <div>
          <RefetchBar isMoving={isFetching} />
          <div className={classes.figures} data-other={isPlaceholderData}>
            <TotalFigures data={data} {...facts} />
          </div>
        </div>
      )}
    </Panel>
  );
}
