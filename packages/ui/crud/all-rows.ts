import { maximumPageSize } from '#contract/page.ts';
import { call } from '#ui/calls/api.ts';
import type { AnyCrud, ItemOf } from '#contract/crud.ts';
import type { CrudState } from './crud.ts';

type Listed<C extends AnyCrud> = Pick<CrudState<C>, 'endpoints' | 'scope' | 'list'>;

export async function allRows<C extends AnyCrud>({
  endpoints,
  scope,
  list: { search, filters },
}: Listed<C>): Promise<ItemOf<C>[]> {
  const pageOf = (page: number) =>
    call(endpoints.list, { ...scope, ...filters, search, order: 'asc', page, per_page: maximumPageSize } as never);
  const first = await pageOf(1);
  const items: unknown[] = [...first.items];
  for (let page = 2; page <= first.total_pages; page += 1) items.push(...(await pageOf(page)).items);
  return items as ItemOf<C>[];
}

export const allIds = async <C extends AnyCrud>(listed: Listed<C>): Promise<number[]> =>
  (await allRows(listed)).map((item) => (item as unknown as { readonly id: number }).id);
