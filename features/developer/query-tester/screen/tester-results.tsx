import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import type { FoundItem } from '#contract/search.ts';
import { useAddress } from '#ui/state/address.ts';
import type { List } from '#ui/list/list.ts';
import { followingQuery } from '#ui/calls/queries.ts';
import { testQuery } from '#contract/test-query.ts';
import type { TesterFilters } from './tester-filters.tsx';
import { triedInput, type TriedSearch } from './tried-search.picker.tsx';

interface TesterResults {
  /** Of the last query with a response. */
  readonly answer: OutputOf<typeof testQuery> | undefined;
  readonly list: List<FoundItem>;
  /** From 1. */
  readonly firstPlace: number;
}

export const itemKeys = ['filters', 'why', 'missing'];

export function useTesterResults(collectionId: number, filters: TesterFilters, tried: TriedSearch): TesterResults {
  const [address, change] = useAddress();
  const { page = 1 } = address;
  const { q = '', sort = '' } = address;
  const input = {
    c: collectionId,
    q,
    page,
    filters: filters.text,
    ...(sort !== '' && { sort }),
    debug: '1' as const,
    ...triedInput(tried),
  };
  const { data: newest, error, isFetching, isPlaceholderData, refetch } = useQuery(followingQuery(testQuery, input));
  // Typing never waits for rows to render.
  const data = useDeferredValue(newest);
  return {
    answer: data,
    firstPlace: firstPlaceOf(data, page),
    list: {
      rows: data?.items,
      isEmpty: data?.total_count === 0 && q === '' && filters.text === '',
      totalCount: data?.total_count ?? 0,
      totalPages: data?.total_pages ?? 1,
      isFetching,
      isOther: isPlaceholderData,
      error,
      retry: () => void refetch(),
      search: q,
      setSearch: (text) => change({ q: text, page: undefined }, { isReplacing: true }),
      sort: undefined,
      order: 'asc',
      setSort: () => undefined,
      page,
      setPage: (next) => change({ page: next === 1 ? undefined : next }),
    },
  };
}

function firstPlaceOf(answer: TesterResults['answer'], page: number): number {
  if (answer === undefined || page === 1) return 1;
  const { items, total_count: total, total_pages: pages } = answer;
  return page < pages ? (page - 1) * items.length + 1 : total - items.length + 1;
}
