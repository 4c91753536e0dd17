import * as z from 'zod/mini';
import { OpenedLink, TicketInput, ticketSeconds } from '#contract/account/download-ticket.ts';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { SortChoice } from '#features/developer/result-settings/result-fields.contract.ts';

const needs = 'developer';

/** More categories are none that people go through one by one; those with the most items are told. */
export const toldCategories = 10_000;

const Count = z.number();
/** null while they are still being counted. */
const Counted = z.nullable(Count);

const CategoryInfo = z.object({
  /** A category with those above it: `Kitchen > Kettles`. */
  path: z.string(),
  /** Of the category and those below it; each variant of an item is one. */
  item_count: Count,
  with_picture: Counted,
  with_price: Counted,
  in_stock: Counted,
  default_sort: SortChoice,
  /** The category that the sort was set for; null where that is none. */
  sorted_as: z.nullable(z.string()),
});
export type CategoryInfo = z.output<typeof CategoryInfo>;

export const readCatalogInfo = endpoint('GET /api/result-settings/catalog-info/all', {
  needs,
  summary: 'Tells of each category how many items it has, how many of them lack something, and how they are sorted',
  input: z.object({ c: Id }),
  output: z.object({
    /** The field whose values are the categories; null where no field has levels. */
    path_field: z.nullable(z.string()),
    /** In the order of their paths. */
    categories: z.array(CategoryInfo),
    item_count: Count,
    /** Items in none of them. */
    without_category: Count,
    /** Whether something is still being counted: ask again in a moment. */
    is_counting: z.boolean(),
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
