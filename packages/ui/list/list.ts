// May import: `form`, `dialog`, `page` and the floors below.
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect } from 'react';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { defaultPageSize, type Page } from '#contract/page.ts';
import { followingQuery } from '#ui/calls/queries.ts';
import { useAddress } from '#ui/state/address.ts';
import * as z from 'zod/mini';
import { type ListAddress, useListAddress, type UsualSort } from './list-address.ts';

/** A list as pages and tables use it. Search, sort, order and page are kept in the address. */
export interface List<Row> extends ListAddress {
  /** Undefined until the first answer. */
  readonly rows: readonly Row[] | undefined;
  /** The address asks for an order that the list hasn't got, so it has its usual one. */
  readonly isOrderUnknown?: boolean;
  /** There is nothing at all yet, rather than nothing that the search finds or the filters leave. */
  readonly isEmpty: boolean;
  /** Undefined until the first answer. */
  readonly totalCount: number | undefined;
  /** There are more rows than it counts; narrower filters lead to them. */
  readonly hasMore?: boolean;
  readonly totalPages: number;
  readonly isFetching: boolean;
  /** The rows answer another question, such as the search before this one; the answer is on its way. */
  readonly isOther: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  /** What narrows it besides the search, by its names in the address. */
  readonly filters?: Readonly<Record<string, string>>;
  /** For lists that can be narrowed. */
  readonly clearFilters?: () => void;
}

export interface AnsweredList<E extends Endpoint> extends List<RowOf<E>> {
  readonly answer: OutputOf<E> | undefined;
}

export type RowOf<E extends Endpoint> = OutputOf<E> extends Page<infer Row> ? Row : never;
type PageParameter = 'search' | 'sort' | 'order' | 'page' | 'per_page';

function takes({ input }: Endpoint, name: 'sort' | 'order', value: string | undefined): boolean {
  const field = (input as { readonly shape?: Readonly<Record<string, z.ZodMiniType>> }).shape?.[name];
  return value === undefined || field === undefined || z.safeParse(field, value).success;
}

/** The list of an endpoint that takes `PageQuery` and answers `pageOf(…)`; `filterNames` are those of what narrows it, in the address and in the input. */
export function useList<E extends Endpoint>(
  endpoint: E,
  input: Omit<InputOf<E>, PageParameter>,
  usual: UsualSort = {},
  filterNames: readonly string[] = [],
): AnsweredList<E> {
  const { replacePage, ...said } = useListAddress(usual);
  const [known, change] = useAddress();
  const isOrderUnknown = !takes(endpoint, 'sort', known['sort']) || !takes(endpoint, 'order', known['order']);
  const address = isOrderUnknown ? { ...said, sort: usual.sort, order: usual.order ?? 'asc' } : said;
  const filters = Object.fromEntries(filterNames.flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]]])));
  const { search, sort, order, page } = address;
  const pageQuery = { search, order, page, per_page: defaultPageSize, ...(sort !== undefined && { sort }) };
  const answer = useQuery(followingQuery(endpoint, { ...input, ...filters, ...pageQuery } as InputOf<E>));
  const newest = answer.data as Page<RowOf<E>> | undefined;
  // Rows are drawn in slices, so that typing never waits for them.
  const data = useDeferredValue(newest);
  const lastPage = newest?.total_pages ?? 1;

  useEffect(() => {
    if (newest && !answer.isPlaceholderData && page > Math.max(lastPage, 1)) replacePage(lastPage);
  });

  return {
    rows: data?.items,
    isOrderUnknown,
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
