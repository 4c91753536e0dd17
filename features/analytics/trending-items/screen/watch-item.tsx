import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { maximumCheckedQueryLength } from '#contract/limits.ts';
import { query } from '#ui/calls/queries.ts';
import { linkTo, type LinkTarget } from '#ui/state/address.ts';
import { checkItemsPath } from '#features/analytics/statistics/screen/paths.panel.tsx';
import type { StatisticsFilter } from '#features/analytics/statistics/statistics.contract.ts';
import { readTrendingItem } from '#features/analytics/trending-items/trending-items.contract.ts';

export function watchLink(id: string, c: number, queries: readonly { readonly query: string }[]): LinkTarget {
  const term = queries.find(({ query: one }) => one.length <= maximumCheckedQueryLength)?.query;
  return linkTo(checkItemsPath, { c, edit: 'new', elastic_item_id: id, ...(term !== undefined && { term }) });
}

/** Also without queries, if they can't be loaded. */
export function useWatchItem(filter: StatisticsFilter): (id: string, c: number) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (id, c) => {
    const known = await client.fetchQuery(query(readTrendingItem, { ...filter, id, c })).catch(() => undefined);
    await navigate(watchLink(id, c, known?.queries ?? []));
  };
}
