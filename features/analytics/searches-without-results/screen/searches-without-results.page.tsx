import { SegmentedControl, Text } from '@mantine/core';
import { BulkBar, SelectButton } from '#ui/list/bulk-bar.tsx';
import { Count } from '#ui/list/count.tsx';
import { CsvButton } from '#ui/files/csv-button.tsx';
import { useList } from '#ui/list/list.ts';
import { useSelection } from '#ui/list/selection.ts';
import { SearchInput } from '#ui/list/search-input.tsx';
import { type Column, Table } from '#ui/list/table.tsx';
import { Page } from '#ui/page/page.tsx';
import { defaultPageSize } from '#contract/page.ts';
import { useAddress } from '#ui/state/address.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { type QueryState, queryStates } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { FixProblemDrawer } from '#features/analytics/fix-problem/screen/fix-problem.panel.tsx';
import { queryPath } from '#features/analytics/statistics/screen/paths.panel.tsx';
import { countColumn, useQueryColumn } from '#features/analytics/statistics/screen/columns.panel.tsx';
import { type Statistics, useStatistics } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { StatsFilters } from '#features/analytics/statistics/screen/stats-filters.panel.tsx';
import { NoSearches, Tracked } from '#features/analytics/statistics/screen/tracking.panel.tsx';
import {
  exportSearchesWithoutResults,
  listSearchesWithoutResults,
  type SearchWithoutResults,
} from '#features/analytics/searches-without-results/searches-without-results.contract.ts';
import { queryId } from './query-id.ts';
import { useStateColumn } from './state-column.tsx';
import { useProblemActions } from './use-problem-actions.tsx';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleSlash, SearchCheck } from 'lucide-react';
import { query } from '#ui/calls/queries.ts';
import { Empty, LoadError } from '#ui/page/states.tsx';
import { formats } from '#ui/text/format.ts';
import { readSearchHistory } from '#features/analytics/search-history/search-history.contract.ts';

const usualSort = { sort: 'queries', order: 'desc' } as const;

const stateNames: Readonly<Record<QueryState, string>> = {
  open: msg('Open problems'),
  fixed: msg('Fixed problems'),
  dismissed: msg('Dismissed problems'),
};

const stateOf = (text: string | undefined): QueryState => queryStates.find((state) => state === text) ?? 'open';

export default function SearchesWithoutResultsPage() {
  const statistics = useStatistics();
  const [address, change] = useAddress();
  const state = stateOf(address['state']);
  const list = useList(listSearchesWithoutResults, { ...statistics.filter, state }, usualSort);
  const rows = list.rows ?? [];
  const selection = useSelection(rows.map(({ query }) => queryId(query)));
  const { actionsOf, bulk, chooseAll } = useProblemActions({ state, of: statistics, list, selection });
  const columns = useColumns();
  const stateColumn = useStateColumn(state, list.isOther ? [] : rows);
  const { search, order, answer } = list;
  const sort = list.sort as (typeof usualSort)['sort'];
  const isChoosing = state === 'open' && (selection.ids.size > 0 || selection.isChoosing);
  return (
    <Page
      title={t('Searches without results')}
      purpose={t('What visitors looked for and didn’t find.')}
      help={<Help />}
      secondary={
        <CsvButton
          endpoint={exportSearchesWithoutResults}
          input={{ ...statistics.filter, search, sort, order, state }}
          label={t('Export CSV')}
          isOff={list.totalCount === 0}
        />
      }
      toolbar={
        isChoosing ? (
          <BulkBar selection={selection} actions={bulk} all={{ count: list.totalCount ?? 0, choose: chooseAll }} />
        ) : (
          <>
            <SearchInput list={list} label={t('Query')} />
            <StatsFilters of={statistics} hasCompare={false} />
            {state === 'open' && rows.length > 0 && <SelectButton selection={selection} />}
            <SegmentedControl
              size="xs"
              aria-label={t('State')}
              value={state}
              data={queryStates.map((value) => ({
                value,
                label: answer ? `${t(stateNames[value])} ${answer.counts[value]}` : t(stateNames[value]),
              }))}
              onChange={(value) => {
                selection.clear();
                change({ state: value === 'open' ? undefined : value, page: undefined });
              }}
            />
          </>
        )
      }
    >
      <Tracked of={statistics}>
        <Table
          label={t('Searches without results')}
          list={list}
          columns={[...columns, stateColumn]}
          keyOf={({ query }) => query}
          opens={({ query: q }) => statistics.to(queryPath, { q })}
          actions={actionsOf}
          choosable={
            state === 'open' ? { selection, idOf: ({ query }) => queryId(query), nameOf: ({ query }) => query } : undefined
          }
          empty={state === 'open' ? <NoneWithoutResults of={statistics} /> : <NoneInState state={state} />}
        />
      </Tracked>
      <FixProblemDrawer
        of={statistics}
        among={{
          queries: rows.map(({ query }) => query),
          first: (list.page - 1) * defaultPageSize + 1,
          total: list.totalCount ?? 0,
        }}
      />
    </Page>
  );
}

function useColumns(): readonly Column<SearchWithoutResults>[] {
  const queryColumn = useQueryColumn<SearchWithoutResults>();
  return [
    { ...queryColumn, width: '40%' },
    countColumn('queries', t('Searches'), { isSortable: true }),
    {
      name: 'users_affected',
      title: t('Users affected'),
      cell: ({ users_affected: users, is_estimated: isEstimated }) => <Count of={users} isEstimated={isEstimated} />,
      isSortable: true,
      isNumber: true,
      isWideOnly: true,
    },
    {
      name: 'last_at',
      title: t('Last time'),
      cell: ({ last_at: at }) => (at === null ? '–' : <Moment at={at} />),
      isSortable: true,
      isWideOnly: true,
      width: 130,
    },
  ];
}

function Help() {
  return (
    <>
      <Text size="sm">
        {t('A search counts here when the query as it was typed found nothing, also where its correction did.')}
      </Text>
      <Text size="sm">
        {t(
          'Queries with an e-mail address or a long number are masked and not listed here, as no rule can be for them. All figures count them.',
        )}
      </Text>
      <Text size="sm">{t('Users affected are distinct visitors. One who tries three times counts once.')}</Text>
      <Text size="sm">
        {t('A proposal has been tried with your items: “lednycka → lednička · 38 items” finds these 38 once you accept it.')}
      </Text>
      <Text size="sm">
        {t(
          'What finds something by now is fixed. A fixed query that finds nothing again is open again; a dismissed one never comes back.',
        )}
      </Text>
    </>
  );
}

function NoneWithoutResults({ of: { filter, range } }: { readonly of: Statistics }) {
  const { data, error, refetch } = useQuery(query(readSearchHistory, filter));
  if (!data) return error && <LoadError error={error} retry={() => void refetch()} />;
  const { total_queries: all, total_no_results: without } = data;
  if (!all.queries) return <NoSearches />;
  const days = formats.days(range.from, range.to);
  if (!without.queries) return <Empty icon={SearchCheck} title={t('Every search found something.')} text={days} />;
  return (
    <Empty
      icon={SearchCheck}
      title={t('No problem is open.')}
      text={t('All of them are fixed or dismissed, or something personal is masked in them.')}
    />
  );
}

function NoneInState({ state }: { readonly state: Exclude<QueryState, 'open'> }) {
  if (state === 'fixed')
    return (
      <Empty
        icon={CircleCheck}
        title={t('Nothing is fixed yet')}
        text={t('Queries stand here once you accept a proposal, or once they find something.')}
      />
    );
  return (
    <Empty
      icon={CircleSlash}
      title={t('Nothing is dismissed')}
      text={t('Queries that you dismiss stand here and never come back by themselves.')}
    />
  );
}
