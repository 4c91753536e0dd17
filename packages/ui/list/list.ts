import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect } from 'react';
import * as z from 'zod/mini';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { defaultPageSize, type Page } from '#contract/page.ts';
import { followingQuery, query } from '#ui/calls/queries.ts';
import { useAddress } from '#ui/state/address.ts';
import { folded } from '#ui/text/format.ts';

// May import: `form`, `dialog`, `page` and the floors below.

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
  /** Deferred: on a busy machine they may be older than the answer. */
  readonly rows: readonly Row[] | undefined;
  /** What forms begin with. */
  readonly newestRows?: readonly Row[] | undefined;
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
  // Deferred, so that typing never waits for rows. An empty list would say that there are none.
  const last = useDeferredValue(newest);
  const data = last?.items.length === 0 ? newest : last;
  const lastPage = newest?.total_pages ?? 1;

  useEffect(() => {
    if (newest && !answer.isPlaceholderData && page > Math.max(lastPage, 1)) replacePage(lastPage);
  });

  return {
    rows: data?.items,
    newestRows: newest?.items,
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

type RowIn<E extends Endpoint> = OutputOf<E> extends readonly (infer Row)[] ? Row : never;

/** Sort values by column name. The first column is also searched. */
type Columns<Row> = Readonly<Record<string, (row: Row) => string | number>>;

/** For endpoints that answer all rows: searched, sorted and paged here. */
export function useShortList<E extends Endpoint>(endpoint: E, input: InputOf<E>, columns: Columns<RowIn<E>>): List<RowIn<E>> {
  const answer = useQuery(query(endpoint, input));
  return useShortRows<RowIn<E>>({ ...answer, data: answer.data as readonly RowIn<E>[] | undefined }, columns);
}

interface RowsAnswer<Row> {
  readonly data: readonly Row[] | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

export function useShortRows<Row>({ data, error, isFetching, refetch }: RowsAnswer<Row>, columns: Columns<Row>): List<Row> {
  const { replacePage: _, ...address } = useListAddress();
  const { search, sort, order } = address;
  const found = data && sorted(data.filter(isFound(columns, search)), columns, sort, order);
  const totalPages = Math.max(1, Math.ceil((found?.length ?? 0) / defaultPageSize));
  const page = Math.min(totalPages, address.page);
  return {
    rows: found?.slice((page - 1) * defaultPageSize, page * defaultPageSize),
    isEmpty: data?.length === 0,
    totalCount: found?.length,
    totalPages,
    isFetching,
    isOther: false,
    error,
    retry: () => void refetch(),
    ...address,
    page,
  };
}

function isFound<Row>(columns: Columns<Row>, search: string): (row: Row) => boolean {
  const [textOf] = Object.values(columns);
  const wanted = folded(search.trim());
  return (row) => folded(String(textOf?.(row) ?? '')).includes(wanted);
}

function sorted<Row>(rows: readonly Row[], columns: Columns<Row>, sort: string | undefined, order: Order): readonly Row[] {
  const valueOf = sort === undefined ? undefined : columns[sort];
  if (!valueOf) return rows;
  const collator = new Intl.Collator(undefined, { numeric: true });
  const ascending = rows.toSorted((a, b) => collator.compare(String(valueOf(a)), String(valueOf(b))));
  return order === 'desc' ? ascending.toReversed() : ascending;
}
