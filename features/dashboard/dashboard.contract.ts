import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment } from '#contract/fields.ts';
import { Import } from '#features/data/imports/imports.contract.ts';

export const tookDays = 7;

const FeedState = z.object({ id: Id, name: z.string(), last_import: Import });

export const ProjectState = z.object({
  item_count: z.number(),
  collections: z.array(z.object({ id: Id, name: z.string(), item_count: z.number() })),
  is_live: z.boolean(),
  feed_count: z.number(),
  last_feed: z.nullable(FeedState),
  troubled_feeds: z.array(FeedState),
  /** Last call of the front API; null if never. */
  front_called_at: z.nullable(Moment),
  is_tracked: z.boolean(),
  /** Milliseconds, in the last days; null if not timed. */
  took: z.object({ mean: z.nullable(z.number()), p95: z.nullable(z.number()) }),
  has_synonym: z.boolean(),
  has_curation: z.boolean(),
});
export type ProjectState = z.output<typeof ProjectState>;
export type FeedState = z.output<typeof FeedState>;

export const readProjectState = endpoint('GET /api/dashboard/state', {
  needs: 'member',
  summary: 'Answers the state of the project, and what of it waits for somebody',
  output: ProjectState,
});
