import * as z from 'zod/mini';
import { Id } from '#contract/fields.ts';

export const copyTarget = {
  /** The public token of the other project. */
  project: z.string().check(z.minLength(1), z.maxLength(200)),
};

export const RowCopyOutcome = z.object({
  copied: z.number(),
  /** There already, as they are here. */
  same: z.number(),
  refused_count: z.number(),
  /** The first of them. */
  refused: z.array(
    z.object({
      id: Id,
      name: z.string(),
      field: z.string(),
      code: z.string(),
      message: z.string(),
      parameters: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
    }),
  ),
});
export type RowCopyOutcome = z.output<typeof RowCopyOutcome>;
