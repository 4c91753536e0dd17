import type { ScreenPath } from '#ui/state/address.ts';
import { Group } from '@mantine/core';
import { FixProblemDrawer } from '#features/analytics/fix-problem/screen/fix-problem.panel.tsx';
import { MadeUpNotice } from '#features/analytics/made-up-visitors/screen/made-up-visitors.panel.tsx';
import { NoTurnover, TurnoverFigures, turnoverTitle } from '#features/analytics/statistics/screen/turnover.panel.tsx';
import { Answered, hasEvents, Tracked } from '#features/analytics/statistics/screen/tracking.panel.tsx';
import {
  type Statistics,
  useStatistics,
  autocompleteHistoryPath,
  changeOf,
  searchHistoryPath,
  withoutResultsPath,
} from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { StatsFilters } from '#features/analytics/statistics/screen/stats-filters.panel.tsx';
import {
  type ProjectState,
  readTotalQueries,
  readTotalQueriesWithoutResults,
  readTurnover,
} from '#features/dashboard/dashboard.contract.ts';
import { askEveryMs, ToDo } from './to-do.tsx';
import classes from './dashboard.module.css';
import { t } from '#ui/text/i18n.ts';
import { formats } from '#ui/text/format.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { CallError } from '#ui/calls/api.ts';
import { followingQuery, laterCode } from '#ui/calls/queries.ts';
import { WhenNear } from '#ui/page/later.tsx';
import { Loaded } from '#ui/page/states.tsx';
import { Panel } from '#ui/page/panel.tsx';
import type { QueryTotals } from '#features/analytics/statistics/statistics.contract.ts';
import { Figure, Figures } from '#ui/charts/figure.tsx';
import { StatisticsChart } from '#features/analytics/statistics/screen/statistics-chart.panel.tsx';

/** Two figures and a chart. */
const skeletonHeightPx = 356;
const lowerHeightPx = 760;

const lowerFigures = laterCode('lower figures', async () => (await import('./lower-figures.tsx')).LowerFigures);

/** Figures for a date range. While they load, the previous range's figures stay visible. Both endpoints are of this type. */
const useTotals = (endpoint: typeof readTotalQueries, { filter }: Statistics): UseQueryResult<QueryTotals, CallError> =>
  useQuery({ ...followingQuery(endpoint, filter), refetchInterval: askEveryMs });

export function VisitorFigures({ state }: { readonly state: ProjectState }) {
  const statistics = useStatistics({ usual: '7-days' });
  return (
    <>
      <Group gap={8}>
        <StatsFilters of={statistics} />
        <MadeUpNotice areMadeUp={statistics.context?.are_visitors_made_up} />
      </Group>
      <div className={classes.cards}>
        <div className={classes.wide}>
          <ToDo state={state} />
        </div>
        <Tracked of={statistics}>
          <TotalQueries of={statistics} />
          <TotalWithoutResults of={statistics} />
          <SearchTurnover of={statistics} />
          {/* The turnover above appears with the context. */}
          {statistics.context ? (
            <WhenNear className={classes.wide} heightPx={lowerHeightPx}>
              <Loaded query={lowerFigures} skeleton={<LowerSpace />}>
                {(LowerFigures) => <LowerFigures of={statistics} />}
              </Loaded>
            </WhenNear>
          ) : (
            <LowerSpace />
          )}
        </Tracked>
      </div>
      <FixProblemDrawer of={statistics} />
    </>
  );
}

const LowerSpace = () => <div className={classes.wide} style={{ height: lowerHeightPx }} />;

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
      among={isOther ? null : all?.queries}
    />
  );
}

function SearchTurnover({ of }: { readonly of: Statistics }) {
  const { sold_since: since } = of.context ?? {};
  const isSold = since !== undefined && (since.purchases ?? since.turnover) !== null;
  const totals = useQuery({ ...followingQuery(readTurnover, of.filter), refetchInterval: askEveryMs, enabled: isSold });
  if (since === undefined || !hasEvents(of)) return null;
  return (
    <div className={classes.wide}>
      <Panel title={t('Turnover of search')}>
        {isSold && (
          <Answered query={totals} skeletonPx={skeletonHeightPx}>
            {(data) => (
              <>
                <Figures>
                  <TurnoverFigures data={data} of={of} />
                </Figures>
                {since.turnover !== null && (
                  <StatisticsChart
                    of={of}
                    name="turnover"
                    label={turnoverTitle(of)}
                    previous={data.previous_timeline.data}
                    series={[{ name: 'turnover', label: turnoverTitle(of), look: 'main', data: data.timeline.data }]}
                  />
                )}
              </>
            )}
          </Answered>
        )}
        <NoTurnover of={of} />
      </Panel>
    </div>
  );
}

interface TotalCardProps {
  readonly of: Statistics;
  readonly totals: UseQueryResult<QueryTotals, CallError>;
  readonly title: string;
  readonly path: ScreenPath;
  readonly name: string;
  readonly label: string;
  readonly isProblem?: boolean;
  /** Shows the share of these queries. */
  readonly among?: number | null | undefined;
}

function TotalCard({ of, totals, title, path, name, label, isProblem = false, among }: TotalCardProps) {
  const to = of.to(path);
  return (
    <Panel title={title}>
      <Answered query={totals} skeletonPx={skeletonHeightPx}>
        {({ queries, unique_users: users, is_estimated: isEstimated, timeline, previous_timeline: previous, compared }) => (
          <>
            <Figures>
              <Figure
                label={t('Searches')}
                value={queries}
                to={to}
                unit={queries === null || !among ? undefined : formats.percent(queries / among)}
                {...changeOf(of, compared, 'queries', isProblem)}
              />
              <Figure
                label={t('Unique visitors')}
                value={users}
                to={to}
                isEstimated={isEstimated}
                {...changeOf(of, compared, 'unique_users', isProblem)}
              />
            </Figures>
            <StatisticsChart
              of={of}
              name={name}
              label={title}
              previous={previous.data}
              dayPath={path}
              series={[{ name, label, look: isProblem ? 'problem' : 'main', data: timeline.data }]}
            />
          </>
        )}
      </Answered>
    </Panel>
  );
}
