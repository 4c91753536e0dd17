import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { followingQuery } from '#ui/calls/queries.ts';
import { PlainTable } from '#ui/list/table.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { RefetchBar, LoadError, RowSkeletons } from '#ui/page/states.tsx';
import { Tabs } from '#ui/page/tabs.tsx';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import {
  changeColumns,
  countColumn,
  trendColumn,
  useQueryColumn,
  usersColumn,
  foundColumn,
} from '#features/analytics/statistics/screen/columns.panel.tsx';
import { topQueryCount } from '#features/analytics/statistics/statistics.contract.ts';
import { type Statistics, queryPath, trendsPath } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { hasEvents, NoSearches } from '#features/analytics/statistics/screen/tracking.panel.tsx';
import { useQueryActions } from './trend-cells.tsx';
import { listSearchTrends, type SearchTrend } from '#features/analytics/search-trends/search-trends.contract.ts';
import classes from './search-trends.module.css';

type Narrowing = 'without_results' | 'without_clicks';

interface TopTrendsProps {
  readonly of: Statistics;
  readonly askEveryMs: number;
}

/** Needs `FixProblemDrawer` on the page. */
export function TopTrends({ of, askEveryMs }: TopTrendsProps) {
  const [{ tab }] = useAddress();
  const list = (only?: Narrowing) => <TopList of={of} only={only} askEveryMs={askEveryMs} />;
  return (
    <Panel
      title={t('Top {count} queries', { count: topQueryCount })}
      actions={
        <Anchor component={Link} {...of.to(trendsPath, { only: tab })} size="sm">
          {t('All trends')}
        </Anchor>
      }
    >
      <Tabs
        tabs={[
          { name: 'top', title: t('Top'), content: list() },
          { name: 'without_results', title: t('Without results'), content: list('without_results') },
          ...(hasEvents(of) ? [{ name: 'without_clicks', title: t('Without clicks'), content: list('without_clicks') }] : []),
        ]}
      />
    </Panel>
  );
}

interface TopListProps extends TopTrendsProps {
  readonly only: Narrowing | undefined;
}

function TopList({ of, only, askEveryMs }: TopListProps) {
  const asked = { ...of.filter, per_page: topQueryCount, ...(only && { only }) };
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...followingQuery(listSearchTrends, asked),
    refetchInterval: askEveryMs,
  });
  if (!data) return error ? <LoadError error={error} retry={() => void refetch()} /> : <RowSkeletons count={topQueryCount} />;
  if (data.items.length === 0) return only ? <NoneOf only={only} /> : <NoSearches />;
  return (
    <div data-other={isPlaceholderData} className={classes.top}>
      <RefetchBar isMoving={isFetching} />
      <Rows of={of} rows={data.items} />
    </div>
  );
}

function NoneOf({ only }: { readonly only: Narrowing }) {
  return (
    <Text size="sm" c="dimmed">
      {only === 'without_results' ? t('Every search found something.') : t('Every frequent query is clicked.')}
    </Text>
  );
}

function Rows({ of, rows }: { readonly of: Statistics; readonly rows: readonly SearchTrend[] }) {
  const actions = useQueryActions();
  const queryColumn = useQueryColumn<SearchTrend>(false);
  return (
    <PlainTable
      label={t('Top {count} queries', { count: topQueryCount })}
      rows={rows}
      columns={[
        queryColumn,
        countColumn('count', t('Searches')),
        ...changeColumns<SearchTrend>(of, (row) => [row.compared_count, row.previous_count], false),
        usersColumn({ isWideOnly: true }),
        trendColumn(of),
        foundColumn(),
      ]}
      keyOf={({ query }) => query}
      opens={({ query: q }) => of.to(queryPath, { q })}
      actions={actions}
    />
  );
}
