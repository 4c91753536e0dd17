import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleSlash, SearchCheck, SpellCheck } from 'lucide-react';
import { BulkBar, SelectButton } from '#ui/list/bulk-bar.tsx';
import { Count } from '#ui/list/table-footer.tsx';
import { useList } from '#ui/list/list.ts';
import { useSelection } from '#ui/list/selection.ts';
import type { Column } from '#ui/list/table.tsx';
import type { OutputOf } from '#contract/endpoint.ts';
import { defaultPageSize } from '#contract/page.ts';
import { useAddress, linkTo } from '#ui/state/address.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { type QueryState, queryStates, proposeFixes, sourceOf } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { FixProblemDrawer } from '#features/analytics/fix-problem/screen/fix-problem.panel.tsx';
import { countColumn, foundColumn, useQueryColumn } from '#features/analytics/statistics/screen/columns.panel.tsx';
import { type Statistics, useStatistics, queryPath } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { StatisticsList } from '#features/analytics/statistics/screen/statistics-list.panel.tsx';
import { NoSearches } from '#features/analytics/statistics/screen/tracking.panel.tsx';
import {
  exportSearchesWithoutResults,
  listSearchesWithoutResults,
  type SearchWithoutResults,
} from '#features/analytics/searches-without-results/searches-without-results.contract.ts';
import { queryId, useProblemActions } from './use-problem-actions.tsx';
import { query, query as asked } from '#ui/calls/queries.ts';
import { Empty, LoadError } from '#ui/page/states.tsx';
import { formats } from '#ui/text/format.ts';
import { readSearchHistory } from '#features/analytics/search-history/search-history.contract.ts';
import { useCollection } from '#ui/collection/collection.ts';
import { Status } from '#ui/page/status.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { fixNames, ProposalCell } from '#features/analytics/fix-problem/screen/fixes.panel.tsx';

type Best = OutputOf<typeof proposeFixes> | undefined;

function useBest(state: QueryState, rows: readonly SearchWithoutResults[]): Best {
  const c = useCollection()?.id ?? 0;
  const queries = rows.map(({ query }) => query);
  const isAsked = c > 0 && queries.length > 0 && isToDo(state);
  return useQuery({ ...asked(proposeFixes, { c, queries }), enabled: isAsked }).data;
}

function stateColumn(state: QueryState, best: Best): Column<SearchWithoutResults> {
  if (isToDo(state))
    return {
      name: 'proposal',
      title: t('Proposal'),
      cell: ({ query }) => <ProposalCell proposal={best?.find((one) => one.query === query)?.proposal} />,
      width: 280,
      isTitledOnCard: true,
    };
  return {
    name: 'state',
    title: t('State'),
    cell: (row) => (state === 'dismissed' ? <Status kind="off" label={t('Dismissed')} /> : <FixedState row={row} />),
    width: 320,
  };
}

function FixedState({ row: { rule, item_count: count } }: { readonly row: SearchWithoutResults }) {
  if (rule === null) return count === null ? t('Redirect') : t('Finds {count} items', { count });
  const kind = Object.entries(sourceOf).find(([, source]) => source === rule.source)?.[0] as keyof typeof fixNames | undefined;
  const finds = count === null ? t('Fixed · visitors are sent on') : t('Fixed · finds {count} now', { count });
  const isWaiting = count === 0;
  const address = kind === 'curation' ? { id: rule.id } : { edit: rule.id };
  return (
    <>
      {isWaiting ? <Status kind="waiting" label={t('Not live yet')} /> : <Status kind="live" label={finds} />}{' '}
      {kind && (
        <AllowedLink needs="search" to={linkTo(fixNames[kind].path, address)}>
          {t(fixNames[kind].name)}
        </AllowedLink>
      )}
    </>
  );
}

/** States of queries that wait for a decision. */
const isToDo = (state: QueryState): boolean => state === 'open' || state === 'corrected';

const usualSort = { sort: 'queries', order: 'desc' } as const;

const stateNames: Readonly<Record<QueryState, string>> = {
  open: msg('Open problems'),
  corrected: msg('Corrected problems'),
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
  const best = useBest(state, list.isOther ? [] : rows);
  const { actionsOf, bulk, chooseAll } = useProblemActions({ state, best, of: statistics, list, selection });
  const columns = useColumns(state);
  const isChoosing = isToDo(state) && (selection.ids.size > 0 || selection.isChoosing);
  return (
    <StatisticsList
      of={statistics}
      list={list}
      file={{ endpoint: exportSearchesWithoutResults, input: { state } }}
      title={t('Searches without results')}
      purpose={t('What visitors looked for and didn’t find.')}
      help={[
        t('Corrected queries show items, but only for other words than visitors typed. They don’t count as without results.'),
        t('Queries with an e-mail address or a long number are not listed.'),
        t('Proposals were tried: the count is what the query will find.'),
        t('A fixed query reopens if it finds nothing again; a dismissed one doesn’t.'),
      ]}
      searched={t('Query')}
      hasCompare={false}
      controls={
        <>
          {isToDo(state) && rows.length > 0 && <SelectButton selection={selection} />}
          <SegmentedControl
            size="xs"
            aria-label={t('State')}
            value={state}
            data={queryStates.map((value) => ({
              value,
              label: list.answer ? `${t(stateNames[value])} ${list.answer.counts[value]}` : t(stateNames[value]),
            }))}
            onChange={(value) => {
              selection.clear();
              change({ state: value === 'open' ? undefined : value, page: undefined });
            }}
          />
        </>
      }
      bulk={
        isChoosing ? (
          <BulkBar selection={selection} actions={bulk} all={{ count: list.totalCount ?? 0, choose: chooseAll }} />
        ) : undefined
      }
      columns={[...columns, stateColumn(state, best)]}
      keyOf={({ query }) => query}
      opens={({ query: q }) => statistics.to(queryPath, { q })}
      actions={actionsOf}
      choosable={isToDo(state) ? { selection, idOf: ({ query }) => queryId(query), nameOf: ({ query }) => query } : undefined}
      empty={state === 'open' ? <NoneWithoutResults of={statistics} /> : <NoneInState state={state} />}
    >
      <FixProblemDrawer
        of={statistics}
        among={{
          queries: rows.map(({ query }) => query),
          first: (list.page - 1) * defaultPageSize + 1,
          total: list.totalCount ?? 0,
        }}
      />
    </StatisticsList>
  );
}

function useColumns(state: QueryState): readonly Column<SearchWithoutResults>[] {
  const queryColumn = useQueryColumn<SearchWithoutResults>();
  return [
    { ...queryColumn, width: '40%' },
    countColumn('queries', t('Searches'), { isSortable: true }),
    ...(state === 'corrected' ? [foundColumn()] : []),
    {
      name: 'users_affected',
      title: state === 'open' ? t('Visitors affected') : t('Unique visitors'),
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

function NoneWithoutResults({ of: { filter, range } }: { readonly of: Statistics }) {
  const { data, error, refetch } = useQuery(query(readSearchHistory, filter));
  if (!data) return error && <LoadError error={error} retry={() => void refetch()} />;
  const { total_queries: all, total_no_results: without } = data;
  if (!all.queries) return <NoSearches />;
  const days = formats.days(range.from, range.to);
  if (!without.queries) return <Empty icon={SearchCheck} title={t('Every search found something.')} text={days} />;
  return <Empty icon={SearchCheck} title={t('All good.')} text={t('All are fixed, dismissed or masked.')} />;
}

function NoneInState({ state }: { readonly state: Exclude<QueryState, 'open'> }) {
  if (state === 'corrected')
    return <Empty icon={SpellCheck} title={t('No corrected queries')} text={t('Every query with results was found as typed.')} />;
  if (state === 'fixed')
    return <Empty icon={CircleCheck} title={t('No fixed queries yet')} text={t('Accept a proposal to fix a query.')} />;
  return <Empty icon={CircleSlash} title={t('No dismissed queries yet')} text={t('Dismissed queries are listed here.')} />;
}
