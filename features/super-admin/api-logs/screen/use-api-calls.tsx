import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followingQuery, query } from '#ui/calls/queries.ts';
import { useListAddress, type List } from '#ui/list/list.ts';
import { useAddress } from '#ui/state/address.ts';
import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import { defaultPageSize } from '#contract/page.ts';
import { type ApiCall, listApiCalls } from '#features/super-admin/api-logs/api-logs.contract.ts';

/** How often it is asked how many calls have come. */
const lookEveryMilliseconds = 10_000;

const filterNames = ['project_id', 'user_id', 'path', 'status', 'slower_than'] as const;

export interface CallList extends List<ApiCall> {
  readonly answer: OutputOf<typeof listApiCalls> | undefined;
  /** Calls that have come since, and that the filters leave. They are shown once somebody asks for them. */
  readonly newCount: number;
}

/** The list of calls as the address narrows it. Calls that come meanwhile are counted, and never move what somebody reads. */
export function useApiCalls(): CallList {
  const { replacePage, ...address } = useListAddress();
  const [known, change] = useAddress();
  const filters = Object.fromEntries(filterNames.flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]]])));
  const asked = { ...filters, ...(known['range'] !== undefined && { range: known['range'] }) };
  const { page } = address;
  /** The newest call of the first page: the other pages go on from there. */
  const [until, setUntil] = useState<number>();
  const input = { ...asked, page, per_page: defaultPageSize, ...(page > 1 && until !== undefined && { until }) };
  const answer = useQuery({
    ...followingQuery(listApiCalls, input as InputOf<typeof listApiCalls>),
    staleTime: Infinity,
    refetchOnMount: 'always',
  });
  const { data, isPlaceholderData: isOther } = answer;
  const newest = data?.newest_id;
  const isFirst = page === 1 && !isOther;
  if (isFirst && newest !== undefined && newest !== until) setUntil(newest);
  useEffect(() => {
    if (data && !isOther && page > Math.max(data.total_pages, 1)) replacePage(data.total_pages);
  });

  const come = useQuery({
    ...query(listApiCalls, { ...asked, after: newest, per_page: 1 } as InputOf<typeof listApiCalls>),
    // An empty log has no newest call to go on from.
    enabled: isFirst && newest !== undefined && newest > 0,
    refetchInterval: lookEveryMilliseconds,
    retry: false,
  });

  return {
    rows: data?.items,
    answer: data,
    newCount: isFirst ? (come.data?.total_count ?? 0) : 0,
    filters,
    isEmpty: data?.items.length === 0 && Object.keys(filters).length === 0,
    totalCount: data?.total_count,
    totalPages: data?.total_pages ?? 1,
    hasMore: data?.has_more ?? false,
    isFetching: answer.isFetching,
    isOther,
    error: answer.error,
    retry: () => void answer.refetch(),
    clearFilters: () => change({ ...Object.fromEntries(filterNames.map((name) => [name, undefined])), page: undefined }),
    ...address,
  };
}
