import { useQuery } from '@tanstack/react-query';
import { followingQuery } from '#ui/calls/queries.ts';
import { PlainTable } from '#ui/list/table.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { categoryText, formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { countColumn } from '#features/analytics/statistics/screen/columns.panel.tsx';
import { type Statistics, moneyText } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { readCategoryTurnover } from '#features/analytics/trending-items/trending-items.contract.ts';

/** Nothing without amounts in these days. */
export function CategoryTurnover({ of }: { readonly of: Statistics }) {
  const isSold = of.context !== undefined && of.context.sold_since.sales !== null;
  const { data } = useQuery({ ...followingQuery(readCategoryTurnover, of.filter), enabled: isSold });
  if (!data?.turnover) return null;
  const { categories, turnover: all } = data;
  return (
    <Panel title={t('Turnover by category')}>
      <PlainTable
        label={t('Turnover by category')}
        rows={categories}
        keyOf={({ category }) => category}
        columns={[
          {
            name: 'category',
            title: t('Category'),
            cell: ({ category }) => (category ? categoryText(category) : t('Without a category')),
            width: '100%',
          },
          countColumn('purchases', t('Purchases')),
          { name: 'share', title: t('Share'), cell: ({ turnover }) => formats.percent(turnover / all), isNumber: true },
          { name: 'turnover', title: t('Turnover'), cell: ({ turnover }) => moneyText(turnover, of), isNumber: true },
        ]}
      />
    </Panel>
  );
}
