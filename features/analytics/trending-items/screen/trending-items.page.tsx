import { Box } from '@mantine/core';
import { ArrowUpToLine, Target } from 'lucide-react';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { ListFilter } from '#ui/list/search-input.tsx';
import { useList } from '#ui/list/list.ts';
import type { Column } from '#ui/list/table.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { useAddress } from '#ui/state/address.ts';
import {
  changeColumns,
  countColumn,
  trendColumn,
  turnoverColumns,
} from '#features/analytics/statistics/screen/columns.panel.tsx';
import { type Statistics, useStatistics, itemPath } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { StatisticsList } from '#features/analytics/statistics/screen/statistics-list.panel.tsx';
import { NoItemEvents } from '#features/analytics/statistics/screen/tracking.panel.tsx';
import { CategoryTurnover } from './category-turnover.tsx';
import { PromoteDialog, useWatchItem } from './promote-dialog.tsx';
import {
  clickRate,
  exportTrendingItems,
  listTrendingItems,
  type TrendingItem,
} from '#features/analytics/trending-items/trending-items.contract.ts';

/** The items that rose most come first, if there is something to compare with. */
const sortOf = (isCompared: boolean) => ({ sort: isCompared ? 'change' : 'clicks', order: 'desc' }) as const;
const filterNames = ['only'];

export default function TrendingItemsPage() {
  const [, change] = useAddress();
  const statistics = useStatistics({ isOfEvents: true });
  const list = useList(listTrendingItems, statistics.filter, sortOf(statistics.isCompared), filterNames);
  const watch = useWatchItem(statistics.filter);
  // Hidden if no item has stock information, unless the address asks for it.
  const isStockKnown = list.answer?.is_stock_known === true || list.filters?.['only'] !== undefined;
  return (
    <StatisticsList
      of={statistics}
      list={list}
      file={{ endpoint: exportTrendingItems }}
      title={t('Trending items')}
      purpose={t('Which items visitors see, open and buy.')}
      help={[
        t('Your shop reports what visitors see, click and buy, also without a search.'),
        t('Click rate: clicks per view, if your shop reports both.'),
        t('A change compares clicks with the period before, without today.'),
      ]}
      searched={t('Name or ID')}
      filters={isStockKnown && <ListFilter name="only" label={t('Items')} choices={{ out_of_stock: t('Out of stock only') }} />}
      columns={itemColumns(statistics)}
      keyOf={({ item, collection_id: c }) => `${c} ${item.id}`}
      opens={({ item, collection_id: c }) => statistics.to(itemPath, { id: item.id, c })}
      actions={({ item, collection_id: c, is_there: isThere }) => {
        const gone = isThere === false ? t('No longer in the catalogue') : undefined;
        return [
          {
            label: t('Promote for a query'),
            icon: ArrowUpToLine,
            run: () => change({ promote: item.id, of: c }),
            disabledReason: gone,
            needs: 'search',
          },
          {
            label: t('Add check item'),
            icon: Target,
            run: () => void watch(item.id, c),
            disabledReason: gone,
            needs: 'developer',
          },
        ];
      }}
      empty={<NoItemEvents />}
      note={
        <Box mt={24}>
          <CategoryTurnover of={statistics} />
        </Box>
      }
    >
      <PromoteDialog filter={statistics.filter} />
    </StatisticsList>
  );
}

function itemColumns(of: Statistics): Column<TrendingItem>[] {
  const counted = (name: 'shown' | 'clicks' | 'carts' | 'purchases', title: string) =>
    countColumn(name, title, { isSortable: true });
  return [
    { name: 'item', title: t('Item'), cell: (row) => <Item row={row} />, width: '100%' },
    { ...counted('shown', t('Shown')), isWideOnly: true },
    counted('clicks', t('Clicks')),
    ...changeColumns<TrendingItem>(of, (row) => [row.compared_clicks, row.previous_clicks]),
    trendColumn(of),
    {
      name: 'click_rate',
      title: t('Click rate'),
      cell: (row) => <ClickRate row={row} />,
      isSortable: true,
      isNumber: true,
    },
    { ...counted('carts', t('Added to cart')), isWideOnly: true },
    counted('purchases', t('Purchases')),
    ...turnoverColumns<TrendingItem>(of, 'sales'),
  ];
}

function ClickRate({ row }: { readonly row: TrendingItem }) {
  const rate = clickRate(row);
  if (rate !== null) return formats.percent(rate);
  return <span title={row.clicks ? t('More clicks than reported views.') : t('not shown')}>–</span>;
}

function Item({ row: { item, is_there: isThere } }: { readonly row: TrendingItem }) {
  const shown = isThere === false ? { name: item.id, brand: t('No longer in the catalogue') } : shownItemOf(item);
  return (
    <div style={{ minWidth: '100%', maxWidth: 0 }}>
      <ItemCell item={shown} isCompact />
    </div>
  );
}
