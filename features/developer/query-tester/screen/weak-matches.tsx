import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#contract/endpoint.ts';
import type { FoundItem } from '#contract/search.ts';
import { query } from '#ui/calls/queries.ts';
import { t } from '#ui/text/i18n.ts';
import type { List } from '#ui/list/list.ts';
import { readWeakMatches } from '#features/developer/query-tester/query-tester.contract.ts';
import { triedInput, type TriedSearch } from './tried-search.picker.tsx';

export type WeakMatches = OutputOf<typeof readWeakMatches>;

/** The line above the item with which weak matches begin; null above the others. */
export function useWeakLine(weak: WeakMatches | undefined): (item: FoundItem) => string | null {
  return ({ id }) =>
    weak && weak.id === id
      ? t('From here on, items have {matched} of {words} words.', { matched: weak.matched, words: weak.words })
      : null;
}

/** Where on the shown page items begin to lack words. Asked for once the results are there, as it looks at each of them. */
export function useWeakMatches(
  c: number,
  { search: q, page, rows, isOther }: List<FoundItem>,
  filters: string,
  tried: TriedSearch,
  isByScore: boolean,
): WeakMatches | undefined {
  const isAsked = isByScore && !isOther && (rows?.length ?? 0) > 0 && /\S\s+\S/.test(q);
  const { data } = useQuery({ ...query(readWeakMatches, { c, q, page, filters, ...triedInput(tried) }), enabled: isAsked });
  return isAsked ? data : undefined;
}
