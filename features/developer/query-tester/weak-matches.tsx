import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#contract/endpoint.ts';
import type { FoundItem } from '#contract/search.ts';
import { query } from '#console-kit/calls/queries.ts';
import type { List } from '#console-kit/list/list.ts';
import { readWeakMatches } from './query-tester.contract.ts';
import { triedInput, type TriedSearch } from './tried-search.picker.tsx';

/** Where on the shown page items begin to lack words. Asked for once the results are there, as it looks at each of them. */
export function useWeakMatches(
  c: number,
  { search: q, page, rows, isOther }: List<FoundItem>,
  filters: string,
  tried: TriedSearch,
  isByScore: boolean,
): OutputOf<typeof readWeakMatches> | undefined {
  const isAsked = isByScore && !isOther && (rows?.length ?? 0) > 0 && /\S\s+\S/.test(q);
  const { data } = useQuery({ ...query(readWeakMatches, { c, q, page, filters, ...triedInput(tried) }), enabled: isAsked });
  return isAsked ? data : undefined;
}
