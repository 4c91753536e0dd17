import { Button } from '@mantine/core';
import { useState } from 'react';
import { PlainTable } from '#ui/list/table.tsx';
import { linkTo } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { queryPath } from '#features/analytics/statistics/screen/paths.panel.tsx';
import { useQueryColumn } from '#features/analytics/statistics/screen/columns.panel.tsx';
import type { ComparedQuery, Counts } from '#features/analytics/impact/impact.contract.ts';

const firstQueries = 8;

interface TouchedQueriesProps {
  readonly queries: readonly ComparedQuery[];
  readonly hasClicks: boolean;
}

export function TouchedQueries({ queries, hasClicks }: TouchedQueriesProps) {
  const [isWhole, setWhole] = useState(false);
  const queryColumn = useQueryColumn<ComparedQuery>(false);
  const both = (show: (counts: Counts) => string) => (row: ComparedQuery) => `${show(row.before)} → ${show(row.after)}`;
  const share = (name: 'unfound' | 'clicked') => both((counts) => formats.percent(counts[name] / counts.searches));
  const columns = [
    queryColumn,
    {
      name: 'searches',
      title: t('Searches'),
      cell: both(({ searches }) => formats.number(searches)),
      isNumber: true,
      isTitledOnCard: true,
    },
    { name: 'unfound', title: t('Without results'), cell: share('unfound'), isNumber: true, isTitledOnCard: true },
    ...(hasClicks
      ? [{ name: 'clicked', title: t('Click rate'), cell: share('clicked'), isNumber: true, isTitledOnCard: true }]
      : []),
  ];
  return (
    <>
      <PlainTable
        label={t('Queries whose first results changed')}
        rows={isWhole ? queries : queries.slice(0, firstQueries)}
        columns={columns}
        keyOf={({ query }) => query}
        opens={({ query: q }) => linkTo(queryPath, { q })}
      />
      {queries.length > firstQueries && !isWhole && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {t('Show all {count} queries', { count: queries.length })}
        </Button>
      )}
    </>
  );
}
