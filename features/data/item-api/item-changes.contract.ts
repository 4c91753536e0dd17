import * as z from 'zod/mini';
import { Moment } from '#contract/fields.ts';

export const NewestChange = z.object({
  kind: z.enum(['created', 'updated', 'unchanged', 'removed']),
  by: z.enum(['api', 'user', 'feed']),
  /** Empty for machines and people who have left. */
  person: z.string(),
  at: Moment,
  /** Shortened values of changed fields. */
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  generation: z.nullable(z.string()),
});
export type NewestChange = z.output<typeof NewestChange>;
