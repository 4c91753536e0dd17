import { ListFilter } from '#ui/list/search-input.tsx';
import { useList } from '#ui/list/list.ts';
import { t } from '#ui/text/i18n.ts';
import { FixProblemDrawer } from '#features/analytics/fix-problem/screen/fix-problem.panel.tsx';
import {
  changeColumns,
  countColumn,
  trendColumn,
  turnoverColumns,
  useQueryColumn,
  usersColumn,
  foundColumn,
} from '#features/analytics/statistics/screen/columns.panel.tsx';
import { useStatistics, queryPath } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { StatisticsList } from '#features/analytics/statistics/screen/statistics-list.panel.tsx';
import { hasEvents, NoEvents, NoSearches } from '#features/analytics/statistics/screen/tracking.panel.tsx';
import { useQueryActions, ClickRate } from './trend-cells.tsx';
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
  const actions = useQueryActions();
  return (
    <StatisticsList
      of={statistics}
      list={useList(listSearchTrends, statistics.filter, usualSort, filterNames)}
      file={{ endpoint: exportSearchTrends }}
      title={t('Search trends')}
      purpose={t('What visitors search for, and how it changes.')}
      help={[
        t('A change compares with the period before, without today.'),
        t('Found: items of the newest search. Clicks: the share of searches with a click.'),
        t('Turnover: purchases of items that were found by the query.'),
        t('Typing on within two seconds counts as autocomplete, not as a search.'),
      ]}
      searched={t('Query')}
      filters={
        <ListFilter
          name="only"
          label={t('Queries')}
          choices={{
            growing: t('Only growing'),
            without_results: t('Without results'),
            ...(hasEvents(statistics) && { without_clicks: t('Without clicks') }),
          }}
        />
      }
      columns={[
        queryColumn,
        countColumn('count', t('Searches'), { isSortable: true }),
        ...changeColumns<SearchTrend>(statistics, (row) => [row.compared_count, row.previous_count]),
        trendColumn(statistics),
        usersColumn({ isSortable: true, isWideOnly: true }),
        foundColumn({ isSortable: true }),
        {
          name: 'clicks',
          title: t('Clicks'),
          cell: ({ clicks, count }) => <ClickRate clicks={clicks} count={count} />,
          isSortable: true,
          isNumber: true,
          isWideOnly: true,
        },
        ...turnoverColumns<SearchTrend>(statistics, 'turnover'),
      ]}
      keyOf={({ query }) => query}
      opens={({ query: q }) => statistics.to(queryPath, { q })}
      actions={actions}
      empty={<NoSearches />}
      note={<NoEvents of={statistics} />}
    >
      <FixProblemDrawer of={statistics} />
    </StatisticsList>
  );
}
