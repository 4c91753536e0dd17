import { Text } from '@mantine/core';
import { Count } from '#console-kit/list/count.tsx';
import { CsvButton } from '#console-kit/list/csv-button.tsx';
import { useList } from '#console-kit/list/list.ts';
import { SearchInput } from '#console-kit/list/search-input.tsx';
import { Table } from '#console-kit/list/table.tsx';
import { Page } from '#console-kit/page/page.tsx';
import { useFormats } from '#console-kit/text/format.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { Moment } from '#console-kit/text/moment.tsx';
import { queryPath } from '#features/analytics/statistics/paths.panel.tsx';
import { useQueryColumn } from '#features/analytics/statistics/query-text.panel.tsx';
import { useStatistics } from '#features/analytics/statistics/statistics.panel.tsx';
import { StatsFilters } from '#features/analytics/statistics/stats-filters.panel.tsx';
import { Tracked } from '#features/analytics/statistics/tracking.panel.tsx';
import { FixProblemDrawer, useFixAction } from '#features/analytics/fix-problem/fix-problem.panel.tsx';
import { NoneWithoutResults } from './none-without-results.tsx';
import {
  exportSearchesWithoutResults,
  listSearchesWithoutResults,
  type SearchWithoutResults,
} from './searches-without-results.contract.ts';

const usualSort = { sort: 'queries', order: 'desc' } as const;

export default function SearchesWithoutResultsPage() {
  const t = useText();
  const { number } = useFormats();
  const statistics = useStatistics();
  const queryColumn = useQueryColumn<SearchWithoutResults>();
  const list = useList(listSearchesWithoutResults, statistics.filter, usualSort);
  const fix = useFixAction();
  const { search, order } = list;
  const sort = list.sort as (typeof usualSort)['sort'];
  return (
    <Page
      title={t('Searches without results')}
      purpose={t('What visitors looked for and didn’t find.')}
      help={<Help />}
      secondary={
        <CsvButton
          endpoint={exportSearchesWithoutResults}
          input={{ ...statistics.filter, search, sort, order }}
          label={t('Export CSV')}
          isOff={list.totalCount === 0}
        />
      }
      toolbar={
        <>
          <SearchInput list={list} label={t('Query')} />
          <StatsFilters of={statistics} hasCompare={false} />
        </>
      }
    >
      <Tracked of={statistics}>
        <Table
          label={t('Searches without results')}
          list={list}
          columns={[
            queryColumn,
            { name: 'queries', title: t('Searches'), cell: ({ queries }) => number(queries), isSortable: true, isNumber: true },
            {
              name: 'users_affected',
              title: t('Users affected'),
              cell: ({ users_affected: users }) => <Count of={users} />,
              isSortable: true,
              isNumber: true,
            },
            {
              name: 'last_at',
              title: t('Last time'),
              cell: ({ last_at: at }) => (at === null ? '–' : <Moment at={at} />),
              isSortable: true,
              width: 160,
            },
          ]}
          keyOf={({ query }) => query}
          opens={({ query: q }) => statistics.to(queryPath, { q })}
          actions={({ query }) => [fix(query)]}
          empty={<NoneWithoutResults of={statistics} />}
        />
      </Tracked>
      <FixProblemDrawer />
    </Page>
  );
}

function Help() {
  const t = useText();
  return (
    <>
      <Text size="sm">
        {t('A search counts here when the query as it was typed found nothing, also where its correction did.')}
      </Text>
      <Text size="sm">{t('Users affected are distinct visitors. One who tries three times counts once.')}</Text>
      <Text size="sm">{t('“Fix this problem” opens a synonym, a replacing term or a curation with the query filled in.')}</Text>
    </>
  );
}
