import { leastCompared } from '#contract/limits.ts';
import { Text } from '@mantine/core';
import { CsvButton } from '#ui/files/csv-button.tsx';
import { ListFilter, SearchInput } from '#ui/list/search-input.tsx';
import { useList } from '#ui/list/list.ts';
import { Table } from '#ui/list/table.tsx';
import { Page } from '#ui/page/page.tsx';
import { t } from '#ui/text/i18n.ts';
import { FixProblemDrawer } from '#features/analytics/fix-problem/screen/fix-problem.panel.tsx';
import {
  changeColumns,
  countColumn,
  trendColumn,
  useQueryColumn,
  usersColumn,
  queryPath,
} from '#features/analytics/statistics/screen/columns.panel.tsx';
import { useStatistics } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { StatsFilters } from '#features/analytics/statistics/screen/stats-filters.panel.tsx';
import { hasEvents, NoEvents, NoSearches, Tracked } from '#features/analytics/statistics/screen/tracking.panel.tsx';
import { useQueryActions, ClickRate, FoundCount } from './trend-cells.tsx';
import {
  exportSearchTrends,
  listSearchTrends,
  type SearchTrend,
} from '#features/analytics/search-trends/search-trends.contract.ts';

const usualSort = { sort: 'count', order: 'desc' } as const;
const filterNames = ['only'];

export default function SearchTrendsPage() {
  const statistics = useStatistics();
  const queryColumn = useQueryColumn<SearchTrend>();
  const list = useList(listSearchTrends, statistics.filter, usualSort, filterNames);
  const actions = useQueryActions();
  const { search, order, filters } = list;
  const sort = list.sort as (typeof usualSort)['sort'];
  return (
    <Page
      title={t('Search trends')}
      purpose={t('What visitors search for, and how it changes.')}
      help={<Help />}
      secondary={
        <CsvButton
          endpoint={exportSearchTrends}
          input={{ ...statistics.filter, ...filters, search, sort, order }}
          label={t('Export CSV')}
          isOff={list.totalCount === 0}
        />
      }
      toolbar={
        <>
          <SearchInput list={list} label={t('Query')} />
          <ListFilter
            name="only"
            label={t('Which queries')}
            all={t('All queries')}
            choices={{
              growing: t('Only growing'),
              without_results: t('Without results'),
              ...(hasEvents(statistics) && { without_clicks: t('Without clicks') }),
            }}
          />
          <StatsFilters of={statistics} />
        </>
      }
    >
      <Tracked of={statistics}>
        <Table
          label={t('Search trends')}
          list={list}
          columns={[
            queryColumn,
            countColumn('count', t('Searches'), { isSortable: true }),
            ...changeColumns<SearchTrend>(statistics, (row) => [row.compared_count, row.previous_count]),
            trendColumn(statistics),
            usersColumn({ isSortable: true, isWideOnly: true }),
            {
              name: 'item_count',
              title: t('Found'),
              cell: ({ query, item_count: count }) => <FoundCount query={query} count={count} />,
              isSortable: true,
              isNumber: true,
            },
            {
              name: 'clicks',
              title: t('Clicks'),
              cell: ({ clicks, count }) => <ClickRate clicks={clicks} count={count} />,
              isSortable: true,
              isNumber: true,
            },
          ]}
          keyOf={({ query }) => query}
          opens={({ query: q }) => statistics.to(queryPath, { q })}
          actions={({ query, item_count: count }) => actions(query, count)}
          empty={<NoSearches />}
        />
        <NoEvents of={statistics} />
      </Tracked>
      <FixProblemDrawer of={statistics} />
    </Page>
  );
}

function Help() {
  return (
    <>
      <Text size="sm">
        {t('A change compares with the period before, without today. It needs at least {least} searches.', {
          least: leastCompared,
        })}
      </Text>
      <Text size="sm">{t('Found: items of the newest search. Clicks: the share of searches with a click.')}</Text>
      <Text size="sm">{t('Typing on within two seconds counts as autocomplete, not as a search.')}</Text>
    </>
  );
}
