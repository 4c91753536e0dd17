import * as z from 'zod/mini';
import { Moment } from '#contract/fields.ts';

export const NewestChange = z.object({
  /** `unchanged`: it was sent again as it was. */
  kind: z.enum(['created', 'updated', 'unchanged', 'removed']),
  by: z.enum(['api', 'user', 'feed']),
  /** Name of the person; empty where it was no person, or one who has left. */
  person: z.string(),
  at: Moment,
  /** Of the fields that changed, shortened: a field that is in one of them alone came or went. */
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  /** The run of an importer that last sent the item. */
  generation: z.nullable(z.string()),
});
export type NewestChange = z.output<typeof NewestChange>;
