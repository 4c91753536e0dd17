// May import: `form`, `dialog`, `page` and the floors below.
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect } from 'react';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { defaultPageSize, type Page } from '#contract/page.ts';
import { followingQuery } from '#ui/calls/queries.ts';
import { useAddress } from '#ui/state/address.ts';
import * as z from 'zod/mini';

export type Order = 'asc' | 'desc';

interface ListAddress {
  readonly search: string;
  readonly setSearch: (text: string) => void;
  readonly sort: string | undefined;
  readonly order: Order;
  readonly setSort: (sort: string, order: Order) => void;
  readonly page: number;
  readonly setPage: (page: number) => void;
}

export interface UsualSort {
  readonly sort?: string;
  readonly order?: Order;
}

/** `replacePage` corrects a page beyond the last one without a history entry. */
export function useListAddress(usual: UsualSort = {}): ListAddress & { readonly replacePage: (page: number) => void } {
  const [address, change] = useAddress();
  const { search = '', sort = usual.sort, order = usual.order } = address;
  return {
    search,
    setSearch: (text) => change({ search: text, page: undefined }, { isReplacing: true }),
    sort,
    order: order ?? 'asc',
    setSort: (by, direction) => change({ sort: by, order: direction, page: undefined }),
    page: address.page ?? 1,
    setPage: (next) => change({ page: next === 1 ? undefined : next }),
    replacePage: (next) => change({ page: next }, { isReplacing: true }),
  };
}

/** Search, sort, order and page are kept in the address. */
export interface List<Row> extends ListAddress {
  readonly rows: readonly Row[] | undefined;
  /** There are no rows at all, rather than none that match. */
  readonly isEmpty: boolean;
  readonly totalCount: number | undefined;
  readonly hasMore?: boolean;
  readonly totalPages: number;
  readonly isFetching: boolean;
  /** The rows answer the previous search. */
  readonly isOther: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  /** By their names in the address. */
  readonly filters?: Readonly<Record<string, string | number>>;
  readonly clearFilters?: () => void;
}

export interface AnsweredList<E extends Endpoint> extends List<RowOf<E>> {
  readonly answer: OutputOf<E> | undefined;
}

export type RowOf<E extends Endpoint> = OutputOf<E> extends Page<infer Row> ? Row : never;
type PageParameter = 'search' | 'sort' | 'order' | 'page' | 'per_page';

function takesSort({ input }: Endpoint, sort: string | undefined): boolean {
  const field = (input as { readonly shape?: Readonly<Record<string, z.ZodMiniType>> }).shape?.['sort'];
  return field === undefined || z.safeParse(field, sort).success;
}

/** `endpoint` takes `PageQuery`; `filterNames` are parameters of the address and the input. */
export function useList<E extends Endpoint>(
  endpoint: E,
  input: Omit<InputOf<E>, PageParameter>,
  usual: UsualSort = {},
  filterNames: readonly string[] = [],
): AnsweredList<E> {
  const { replacePage, ...said } = useListAddress(usual);
  const [whole, change] = useAddress();
  const known: Readonly<Record<string, string | number | undefined>> = whole;
  const address = takesSort(endpoint, said.sort) ? said : { ...said, sort: usual.sort, order: usual.order ?? 'asc' };
  const filters = Object.fromEntries(filterNames.flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]]])));
  const { search, sort, order, page } = address;
  const pageQuery = { search, order, page, per_page: defaultPageSize, ...(sort !== undefined && { sort }) };
  const answer = useQuery(followingQuery(endpoint, { ...input, ...filters, ...pageQuery } as InputOf<E>));
  const newest = answer.data as Page<RowOf<E>> | undefined;
  // Deferred, so that typing never waits for rows.
  const data = useDeferredValue(newest);
  const lastPage = newest?.total_pages ?? 1;

  useEffect(() => {
    if (newest && !answer.isPlaceholderData && page > Math.max(lastPage, 1)) replacePage(lastPage);
  });

  return {
    rows: data?.items,
    answer: answer.data,
    filters,
    isEmpty: data?.items.length === 0 && search === '' && Object.keys(filters).length === 0,
    totalCount: data?.total_count,
    totalPages: data?.total_pages ?? 1,
    isFetching: answer.isFetching,
    isOther: answer.isPlaceholderData,
    error: answer.error,
    retry: () => void answer.refetch(),
    clearFilters: () => change({ ...Object.fromEntries(filterNames.map((name) => [name, undefined])), page: undefined }),
    ...address,
  };
}
