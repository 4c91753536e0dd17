import { useQuery } from '@tanstack/react-query';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { defaultPageSize } from '#contract/page.ts';
import { type List, type Order, useListAddress } from './list.ts';
import { query } from '#ui/calls/queries.ts';
import { folded } from '#ui/text/folded.ts';

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
