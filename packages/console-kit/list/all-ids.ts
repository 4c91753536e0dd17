import { maximumPageSize } from '#contract/page.ts';
import { call } from '#console-kit/calls/api.ts';
import type { AnyCrud, CrudState } from './crud.ts';

/** Of all rows that the search and the filters of a list leave, page by page. */
export async function allIds<C extends AnyCrud>({
  endpoints,
  scope,
  list: { search, filters },
}: Pick<CrudState<C>, 'endpoints' | 'scope' | 'list'>): Promise<number[]> {
  const pageOf = (page: number) =>
    call(endpoints.list, { ...scope, ...filters, search, order: 'asc', page, per_page: maximumPageSize } as never);
  const first = await pageOf(1);
  const items: unknown[] = [...first.items];
  for (let page = 2; page <= first.total_pages; page += 1) items.push(...(await pageOf(page)).items);
  return items.map((item) => (item as { readonly id: number }).id);
}
