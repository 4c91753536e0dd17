import { useNavigate } from '@tanstack/react-router';
import { CircleQuestionMark, Pin, Target } from 'lucide-react';
import { maximumCurationQueryLength } from '#contract/limits.ts';
import { useShortRows } from '#ui/list/short-list.ts';
import { Table } from '#ui/list/table.tsx';
import { useRefusal } from '#ui/text/refusal.ts';
import { linkTo } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { curationPath, queryPath, testerPath } from '#features/analytics/statistics/screen/paths.panel.tsx';
import { countColumn, useQueryColumn } from '#features/analytics/statistics/screen/columns.panel.tsx';
import type { Statistics } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import type { TrendingItemDetail } from '#features/analytics/trending-items/trending-items.contract.ts';
import { watchLink } from './watch-item.tsx';

interface ItemQueriesProps {
  readonly id: string;
  readonly c: number;
  readonly data: TrendingItemDetail;
  readonly of: Statistics;
}

const beyondAll = Number.MAX_SAFE_INTEGER;

export function ItemQueries({ id, c, data: { queries, is_there: isThere }, of }: ItemQueriesProps) {
  const navigate = useNavigate();
  const queryColumn = useQueryColumn<TrendingItemDetail['queries'][number]>();
  const noDeveloper = useRefusal('developer');
  const noCuration = useRefusal('search');
  const gone = isThere === false ? t('No longer in the catalogue.') : undefined;
  const list = useShortRows(
    { data: queries, error: null, isFetching: false, refetch: () => Promise.resolve() },
    {
      query: ({ query }) => query,
      searches: ({ searches }) => searches,
      position_now: ({ position_now: place }) => place ?? beyondAll,
      mean_position: ({ mean_position: place }) => place ?? beyondAll,
      clicks: ({ clicks }) => clicks,
    },
  );
  const place = (position: number | null, why: string) =>
    position === null ? <span title={why}>–</span> : formats.number(Math.round(position * 10) / 10);
  return (
    <Table
      label={t('Queries that lead here')}
      list={list}
      columns={[
        queryColumn,
        countColumn('searches', t('Searches'), { isSortable: true }),
        {
          name: 'position_now',
          title: t('Place now'),
          cell: ({ position_now: now }) => place(now, t('Not among the first results')),
          isSortable: true,
          isNumber: true,
        },
        {
          name: 'mean_position',
          title: t('Ø place clicked'),
          cell: ({ mean_position: mean }) => place(mean, t('not tracked')),
          isSortable: true,
          isNumber: true,
        },
        countColumn('clicks', t('Clicks'), { isSortable: true }),
      ]}
      keyOf={({ query }) => query}
      opens={({ query: q }) => of.to(queryPath, { q })}
      actions={({ query: q }) => [
        {
          label: t('Why is it here?'),
          icon: CircleQuestionMark,
          run: () => void navigate(linkTo(testerPath, { c, q, why: id })),
          disabledReason: gone ?? noDeveloper,
        },
        {
          label: t('Promote'),
          icon: Pin,
          run: () => void navigate(linkTo(curationPath, { id: 'new', query: q, promote: id, c })),
          disabledReason:
            gone ??
            noCuration ??
            (q.length > maximumCurationQueryLength
              ? t('The query is longer than {max} characters.', { max: maximumCurationQueryLength })
              : undefined),
        },
        {
          label: t('Add check item'),
          icon: Target,
          run: () => void navigate(watchLink(id, c, [{ query: q }])),
          disabledReason: gone ?? noDeveloper,
        },
      ]}
      empty={null}
    />
  );
}
