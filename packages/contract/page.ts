import * as z from 'zod/mini';
import { maximumListSearchLength } from './limits.ts';

export const defaultPageSize = 20;
export const maximumPageSize = 100;
export const sortOrders = ['asc', 'desc'] as const;

export const PageQuery = z.object({
  search: z._default(z.string().check(z.trim(), z.maxLength(maximumListSearchLength)), ''),
  sort: z.optional(z.string().check(z.maxLength(50))),
  order: z._default(z.enum(sortOrders), 'asc'),
  page: z._default(z.coerce.number().check(z.int(), z.positive(), z.maximum(1_000_000)), 1),
  per_page: z._default(z.coerce.number().check(z.int(), z.positive(), z.maximum(maximumPageSize)), defaultPageSize),
});
export type PageQuery = z.output<typeof PageQuery>;

export const pageOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({ items: z.array(item), total_count: z.number(), total_pages: z.number() });
export interface Page<Item> {
  items: Item[];
  total_count: number;
  total_pages: number;
}

export const toPage = <Item>(items: Item[], totalCount: number, perPage: number): Page<Item> => ({
  items,
  total_count: totalCount,
  total_pages: Math.ceil(totalCount / perPage),
});
