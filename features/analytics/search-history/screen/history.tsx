import { Text, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { followingQuery } from '#ui/calls/queries.ts';
import { Page } from '#ui/page/page.tsx';
import { t } from '#ui/text/i18n.ts';
import { FixProblemDrawer, useFixAction } from '#features/analytics/fix-problem/screen/fix-problem.panel.tsx';
import { Answered, NoSearches, Tracked } from '#features/analytics/statistics/screen/tracking.panel.tsx';
import { countColumn, useQueryColumn, usersColumn } from '#features/analytics/statistics/screen/columns.panel.tsx';
import {
  type Statistics,
  useStatistics,
  changeOf,
  trendsPath,
  withoutResultsPath,
  queryPath,
} from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { StatsFilters } from '#features/analytics/statistics/screen/stats-filters.panel.tsx';
import { readSearchHistory } from '#features/analytics/search-history/search-history.contract.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { Panel } from '#ui/page/panel.tsx';
import { StatisticsChart } from '#features/analytics/statistics/screen/statistics-chart.panel.tsx';
import { Figure, Figures } from '#ui/charts/figure.tsx';
import { formats } from '#ui/text/format.ts';
import { SingleSearches } from './single-searches.tsx';
import classes from './search-history.module.css';
import { PlainTable } from '#ui/list/table.tsx';
import type { LinkTarget } from '#ui/state/address.ts';

type Queries = OutputOf<typeof readSearchHistory>['top_queries'];

interface TopListProps {
  readonly of: Statistics;
  readonly title: string;
  readonly queries: Queries;
  readonly all: LinkTarget;
  readonly hasFix?: boolean;
}

function TopList({ of, title, queries, all, hasFix = false }: TopListProps) {
  const fix = useFixAction();
  const endedColumn = {
    name: 'ended',
    title: t('Ended in a search'),
    cell: ({ ended_in_search: ended }: Queries[number]) => (ended === null ? '–' : formats.percent(ended)),
    isNumber: true,
  };
  const queryColumn = useQueryColumn<Queries[number]>(false);
  return (
    <Panel
      title={title}
      actions={
        queries.length > 0 && (
          <Anchor component={Link} {...all} size="sm" aria-label={t('All: {title}', { title })}>
            {t('All')}
          </Anchor>
        )
      }
    >
      {queries.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('Every search found something.')}
        </Text>
      ) : (
        <div className={classes.list}>
          <PlainTable
            label={title}
            rows={queries}
            columns={[
              queryColumn,
              countColumn('count', t('Searches')),
              usersColumn(),
              ...(queries.some(({ ended_in_search: ended }) => ended !== null) ? [endedColumn] : []),
            ]}
            keyOf={({ query }) => query}
            opens={({ query: q }) => of.to(queryPath, { q })}
            {...(hasFix && { actions: ({ query }: Queries[number]) => fix(query) })}
          />
        </div>
      )}
    </Panel>
  );
}

const slowAboveMilliseconds = 100;

interface HistoryFiguresProps {
  readonly data: OutputOf<typeof readSearchHistory>;
  readonly of: Statistics;
  readonly resultObject: HistoryOf;
}

function HistoryFigures({ data, of, resultObject }: HistoryFiguresProps) {
  const { total_queries: all, total_no_results: unfound, took_time: took, ended_in_search: ended } = data;
  const share = unfound.queries === null || !all.queries ? undefined : formats.percent(unfound.queries / all.queries);
  const isSlow = took.p95 !== null && took.p95 > slowAboveMilliseconds;
  return (
    <Figures>
      <Figure
        label={t('Searches')}
        value={all.queries}
        to={of.to(trendsPath, { statsResultObject: resultObject })}
        {...changeOf(of, all.compared, 'queries')}
      />
      <Figure
        label={t('Unique visitors')}
        value={all.unique_users}
        isEstimated={all.is_estimated}
        {...changeOf(of, all.compared, 'unique_users')}
      />
      <Figure
        label={t('Without results')}
        value={unfound.queries}
        unit={share}
        to={of.to(withoutResultsPath, { statsResultObject: resultObject })}
        {...changeOf(of, unfound.compared, 'queries', true)}
      />
      {resultObject === 'autocomplete' && (
        <Figure label={t('Ended in a search')} value={ended === null ? null : formats.percent(ended)} />
      )}
      <Figure
        label={t('Time')}
        value={took.mean === null ? null : t('{time} ms', { time: formats.number(Math.round(took.mean)) })}
        unit={
          took.p95 !== null && (
            <>
              {t('{time} ms p95', { time: formats.number(Math.round(took.p95)) })}{' '}
              {isSlow && <span className={classes.slow}>{t('slower than usual')}</span>}
            </>
          )
        }
      />
    </Figures>
  );
}

export type HistoryOf = 'search' | 'autocomplete';

export function History({ resultObject }: { readonly resultObject: HistoryOf }) {
  const statistics = useStatistics({ resultObject, isComparedAtFirst: false });
  const isSearch = resultObject === 'search';
  return (
    <Page
      title={isSearch ? t('Search history') : t('Autocomplete history')}
      purpose={
        isSearch ? t('Single searches, and what visitors did next.') : t('What visitors typed, and the search that it led to.')
      }
      help={[
        t('Typing on within two seconds counts as autocomplete, not as a search.'),
        t('Ended in a search: the same visitor searched for what begins with the typed text.'),
        t('Unique visitors: each counts once in the period.'),
        t('Bots and people signed in to this console don’t count.'),
      ].map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
      toolbar={<StatsFilters of={statistics} />}
    >
      <Tracked of={statistics}>
        <Figured of={statistics} resultObject={resultObject} />
      </Tracked>
      <FixProblemDrawer of={statistics} />
    </Page>
  );
}

function Figured({ of, resultObject }: { readonly of: Statistics; readonly resultObject: HistoryOf }) {
  const asked = useQuery(followingQuery(readSearchHistory, of.filter));
  const hasFix = resultObject === 'search';
  return (
    <Answered query={asked}>
      {(data) => {
        const { total_queries: all, total_no_results: unfound } = data;
        if (!all.queries) return <NoSearches />;
        return (
          <>
            <HistoryFigures data={data} of={of} resultObject={resultObject} />
            <Panel title={t('Searches by day')}>
              <StatisticsChart
                of={of}
                label={t('Searches by day')}
                series={[
                  { name: 'all', label: t('Searches'), look: 'main', data: all.timeline.data },
                  { name: 'unfound', label: t('Without results'), look: 'problem', data: unfound.timeline.data },
                ]}
                previous={all.previous_timeline.data}
              />
            </Panel>
            <SingleSearches of={of} resultObject={resultObject} />
            <div className={classes.tops} data-fix={hasFix}>
              <TopList of={of} title={t('Top queries')} queries={data.top_queries} all={of.to(trendsPath)} />
              <TopList
                of={of}
                title={t('Top queries without results')}
                queries={data.top_no_results}
                all={of.to(withoutResultsPath)}
                hasFix={hasFix}
              />
            </div>
          </>
        );
      }}
    </Answered>
  );
}
