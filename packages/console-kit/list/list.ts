import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect } from 'react';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { defaultPageSize, type Page } from '#contract/page.ts';
import { useAddress } from '#console-kit/state/address.ts';
import { followingQuery } from '#console-kit/calls/queries.ts';

export type Order = 'asc' | 'desc';

/** A list as pages and tables use it. Search, sort, order and page are kept in the address. */
export interface List<Row> {
  /** Undefined until the first answer. */
  readonly rows: readonly Row[] | undefined;
  /** There is nothing at all yet, rather than nothing that the search finds. */
  readonly isEmpty: boolean;
  readonly totalCount: number;
  readonly totalPages: number;
  readonly isFetching: boolean;
  /** The rows answer another question, such as the search before this one; the answer is on its way. */
  readonly isOther: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  readonly search: string;
  readonly setSearch: (text: string) => void;
  readonly sort: string | undefined;
  readonly order: Order;
  readonly setSort: (sort: string, order: Order) => void;
  /** From 1. */
  readonly page: number;
  readonly setPage: (page: number) => void;
}

export type RowOf<E extends Endpoint> = OutputOf<E> extends Page<infer Row> ? Row : never;
type PageParameter = 'search' | 'sort' | 'order' | 'page' | 'per_page';

/** The list of an endpoint that takes `PageQuery` and answers `pageOf(…)`; `input` is what it takes besides. */
export function useList<E extends Endpoint>(endpoint: E, input: Omit<InputOf<E>, PageParameter>): List<RowOf<E>> {
  const [address, change] = useAddress();
  const page = Math.max(1, Math.trunc(Number(address['page'])) || 1);
  const { search = '', sort } = address;
  const order: Order = address['order'] === 'desc' ? 'desc' : 'asc';
  const pageQuery = { search, order, page, per_page: defaultPageSize, ...(sort !== undefined && { sort }) };
  const answer = useQuery(followingQuery(endpoint, { ...input, ...pageQuery } as InputOf<E>));
  const newest = answer.data as Page<RowOf<E>> | undefined;
  // Rows are drawn in slices, so that typing never waits for them.
  const data = useDeferredValue(newest);
  const lastPage = newest?.total_pages ?? 1;

  useEffect(() => {
    if (newest && !answer.isPlaceholderData && page > Math.max(lastPage, 1)) change({ page: lastPage }, { isReplacing: true });
  });

  return {
    rows: data?.items,
    isEmpty: data?.items.length === 0 && search === '',
    totalCount: data?.total_count ?? 0,
    totalPages: data?.total_pages ?? 1,
    isFetching: answer.isFetching,
    isOther: answer.isPlaceholderData,
    error: answer.error,
    retry: () => void answer.refetch(),
    search,
    setSearch: (text) => change({ search: text, page: undefined }, { isReplacing: true }),
    sort,
    order,
    setSort: (by, direction) => change({ sort: by, order: direction, page: undefined }),
    page,
    setPage: (next) => change({ page: next === 1 ? undefined : next }),
  };
}
