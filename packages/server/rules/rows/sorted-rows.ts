import { type Page, toPage } from '#contract/page.ts';
import type { RowScope } from '#server/db/row-scope.ts';
import type { ListQuery, RowItem, Rows } from './row-table.ts';

/** A page of a list sorted by a number that isn't in its table. `maximumRows` is the limit of rows of a place. */
export async function sortedRows<Fields extends object, Sort extends string>(
  rows: Rows<Fields, Sort>,
  scope: RowScope,
  { sort: _sort, ...query }: ListQuery<Sort>,
  maximumRows: number,
  numberOf: (row: RowItem<Fields>) => number,
): Promise<Page<RowItem<Fields>>> {
  const { page, per_page: perPage, order } = query;
  // Twice the limit, as rows that are deleted but still live are listed, too.
  const { items } = await rows.list(scope, { ...query, order: 'asc', page: 1, per_page: 2 * maximumRows });
  const direction = order === 'desc' ? -1 : 1;
  const numbers = new Map(items.map((row) => [row.id, numberOf(row)]));
  const sorted = items.toSorted((one, other) => direction * ((numbers.get(one.id) ?? 0) - (numbers.get(other.id) ?? 0)));
  return toPage(sorted.slice((page - 1) * perPage, page * perPage), items.length, perPage);
}
