import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';

/** What customers look at before they buy, or narrow by. */
export const lookedAtFields = ['image', 'price', 'url', 'category'] as const;
export type LookedAtField = (typeof lookedAtFields)[number];

/** What changed in so many hours is told. */
export const newsHours = 24;

export const DataQuality = z.object({
  /** Whether all items of all filled collections were counted: where several feeds fill one, nobody does. */
  is_whole: z.boolean(),
  /** Items of the last import that lack a field, by collection and field; those that lack none are left out. */
  missing: z.array(
    z.object({ collection_id: Id, collection: z.string(), field: z.enum(lookedAtFields), item_count: z.number() }),
  ),
  /** Products that their shop doesn't show, which the last import of a feed left out. */
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
