import { useAddress } from '#ui/state/address.ts';

export type Order = 'asc' | 'desc';

export interface ListAddress {
  readonly search: string;
  readonly setSearch: (text: string) => void;
  readonly sort: string | undefined;
  readonly order: Order;
  readonly setSort: (sort: string, order: Order) => void;
  /** From 1. */
  readonly page: number;
  readonly setPage: (page: number) => void;
}

/** How a list is sorted where the address doesn't say. */
export interface UsualSort {
  readonly sort?: string;
  readonly order?: Order;
}

/** Search, sort, order and page of the list on screen. `replacePage` is for an address beyond the last page: the way back leads past it. */
export function useListAddress(usual: UsualSort = {}): ListAddress & { readonly replacePage: (page: number) => void } {
  const [address, change] = useAddress();
  const { search = '', sort = usual.sort, order = usual.order } = address;
  return {
    search,
    setSearch: (text) => change({ search: text, page: undefined }, { isReplacing: true }),
    sort,
    order: order === 'desc' ? 'desc' : 'asc',
    setSort: (by, direction) => change({ sort: by, order: direction, page: undefined }),
    page: Math.max(1, Math.trunc(Number(address['page'])) || 1),
    setPage: (next) => change({ page: next === 1 ? undefined : next }),
    replacePage: (next) => change({ page: next }, { isReplacing: true }),
  };
}
