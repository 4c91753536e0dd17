import { useQuery } from '@tanstack/react-query';
import { query } from '#ui/calls/queries.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { clickedItemsDays, readClickedItems } from '#features/analytics/statistics/statistics.contract.ts';

/** Clicks and purchases of items after a query; undefined if nobody clicked or bought them. */
export function useClickedText(q: string, isWanted: boolean): (ids: readonly string[]) => string | undefined {
  const { data } = useQuery({ ...query(readClickedItems, { q }), enabled: isWanted && q.trim() !== '' });
  return (ids) => {
    const items = data?.filter(({ item_id: id }) => ids.includes(id)) ?? [];
    const clicks = items.reduce((sum, item) => sum + item.clicks, 0);
    const purchases = items.reduce((sum, item) => sum + item.purchases, 0);
    if (clicks + purchases === 0) return undefined;
    const figures = formats.list([
      ...(clicks > 0 ? [t('{count} clicks', { count: clicks })] : []),
      ...(purchases > 0 ? [t('{count} purchases', { count: purchases })] : []),
    ]);
    return t('In {days} days: {figures}', { days: clickedItemsDays, figures });
  };
}
