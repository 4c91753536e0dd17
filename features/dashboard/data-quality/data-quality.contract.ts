import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';

export const lookedAtFields = ['image', 'price', 'url', 'category'] as const;
export type LookedAtField = (typeof lookedAtFields)[number];

export const newsHours = 24;

export const DataQuality = z.object({
  /** False if several feeds fill a collection, or its last import failed. */
  is_whole: z.boolean(),
  /** Items of the last import without a field; only counts above 0. */
  missing: z.array(
    z.object({ collection_id: Id, collection: z.string(), field: z.enum(lookedAtFields), item_count: z.number() }),
  ),
  /** Products that the shop hides. */
  unpublished: z.array(z.object({ feed_id: Id, feed: z.string(), item_count: z.number() })),
  news: z.object({
    import_count: z.number(),
    added: z.number(),
    changed: z.number(),
    removed: z.number(),
    release_count: z.number(),
  }),
});
export type DataQuality = z.output<typeof DataQuality>;

export const readDataQuality = endpoint('GET /api/dashboard/data-quality', {
  needs: 'member',
  summary: 'Answers how many items lack what customers look at, and what changed in the last day',
  output: DataQuality,
});
