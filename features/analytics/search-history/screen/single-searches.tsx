import { Group, Text } from '@mantine/core';
import { saveCsv } from '#ui/files/csv-button.tsx';
import { useList } from '#ui/list/list.ts';
import { ListFilter, SearchInput } from '#ui/list/search-input.tsx';
import { type Column, Table } from '#ui/list/table.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { useFixAction } from '#features/analytics/fix-problem/screen/fix-problem.panel.tsx';
import {
  exportSingleSearches,
  listSingleSearches,
  type SingleSearch,
} from '#features/analytics/search-history/search-history.contract.ts';
import { foundColumn, isLost, useQueryColumn } from '#features/analytics/statistics/screen/columns.panel.tsx';
import { NoSearches } from '#features/analytics/statistics/screen/tracking.panel.tsx';
import { ExportMenu } from '#features/analytics/ubi-export/screen/export-menu.panel.tsx';
import { queryPath, type Statistics } from '#features/analytics/statistics/screen/statistics.panel.tsx';

const newestFirst = { order: 'desc' } as const;
const filterNames = ['only'];

interface SingleSearchesProps {
  readonly of: Statistics;
  readonly resultObject: 'search' | 'autocomplete';
}

/** Searches one by one, newest first. */
export function SingleSearches({ of, resultObject }: SingleSearchesProps) {
  const list = useList(listSingleSearches, of.filter, newestFirst, filterNames);
  const fix = useFixAction();
  const isSearch = resultObject === 'search';
  const title = isSearch ? t('Single searches') : t('Typed texts');
  const columns: Column<SingleSearch>[] = [
    { ...useQueryColumn<SingleSearch>(false), width: '36%' },
    { name: 'at', title: t('Time'), cell: ({ at }) => <Happened at={at} /> },
    foundColumn(),
    isSearch
      ? { name: 'next', title: t('What came next'), cell: (row) => <Next row={row} />, width: '36%' }
      : { name: 'next', title: t('Searched for'), cell: ({ next }) => next ?? <None />, width: '36%' },
  ];
  const { search, order } = list;
  const file = { endpoint: exportSingleSearches, input: { ...of.filter, ...list.filters, search, order } };
  const days = list.answer?.kept_days;
  return (
    <Panel
      title={title}
      {...(days !== undefined && { text: t('Kept for {count} days', { count: days }) })}
      actions={
        <Group gap={8} justify="flex-end">
          <SearchInput list={list} label={t('Query')} />
          <ListFilter
            name="only"
            label={t('Queries')}
            choices={{
              without_results: t('Without results'),
              ...(isSearch && { without_clicks: t('Without clicks'), bought: t('With a purchase') }),
            }}
          />
          <ExportMenu range={of.range} saveList={() => void saveCsv(file)} />
        </Group>
      }
    >
      <Table
        label={title}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        opens={({ query: q }) => of.to(queryPath, { q })}
        actions={(row) => (isSearch && isLost(row) ? fix(row.query) : [])}
        empty={<NoSearches />}
      />
    </Panel>
  );
}

function Next({ row: { clicks, purchases, next } }: { readonly row: SingleSearch }) {
  const did = [
    ...(clicks > 0 ? [t('{count} clicks', { count: clicks })] : []),
    ...(purchases > 0 ? [t('{count} sold', { count: purchases })] : []),
    ...(next === null ? [] : [t('searched for “{query}”', { query: next })]),
  ];
  return did.length === 0 ? <None /> : did.join(' · ');
}

const Happened = ({ at }: Pick<SingleSearch, 'at'>) => <span style={{ whiteSpace: 'nowrap' }}>{formats.moment(at)}</span>;

const None = () => (
  <Text span inherit c="dimmed">
    {t('nothing')}
  </Text>
);
