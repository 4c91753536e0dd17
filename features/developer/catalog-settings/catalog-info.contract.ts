import * as z from 'zod/mini';
import { OpenedLink, TicketInput, ticketSeconds } from '#contract/fields.ts';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';

const needs = 'developer';

export const maximumCategories = 10_000;

const Count = z.number();
/** null if the field can't be counted. */
const Counted = z.nullable(Count);

const CategoryInfo = z.object({
  /** `Kitchen > Kettles` */
  path: z.string(),
  /** Includes subcategories; counts variants. */
  item_count: Count,
  with_price: Counted,
  in_stock: Counted,
});
export type CategoryInfo = z.output<typeof CategoryInfo>;

export const readCatalogInfo = endpoint('GET /api/result-settings/catalog-info/all', {
  needs,
  summary: 'Lists categories with their items, how many have a price and stock',
  input: z.object({ c: Id }),
  output: z.object({
    /** null if no field has levels. */
    path_field: z.nullable(z.string()),
    categories: z.array(CategoryInfo),
    item_count: Count,
    without_category: Count,
  }),
  errors: ['searchDown'],
});
export type CatalogInfo = OutputOf<typeof readCatalogInfo>;

export const openCatalogDownload = endpoint('POST /api/result-settings/catalog-info/ticket', {
  needs,
  summary: `Opens a link to the categories as a CSV file, which works once and for ${ticketSeconds} seconds`,
  onlyAsks: true,
  input: z.object({ c: Id }),
  output: OpenedLink,
});

export const downloadCatalogInfo = endpoint('GET /api/result-settings/catalog-info/download', {
  needs: 'public',
  summary: 'The categories of a collection as a CSV file, by a link that was opened for it',
  file: 'text/csv',
  input: TicketInput,
  output: z.string(),
  errors: ['linkNotValid', 'searchDown'],
});
