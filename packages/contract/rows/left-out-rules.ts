import * as z from 'zod/mini';
import { toldLeftOutRules } from '#contract/limits.ts';

/** Rules that the live release holds and searches do without, because nothing could be made of them. */
export const LeftOutRules = z.object({
  count: z.number(),
  /** The first of them. Without an id it is all rules of the kind together, without a name one that can't be read. */
  told: z
    .array(z.object({ id: z.nullable(z.number()), name: z.nullable(z.string()), reason: z.string() }))
    .check(z.maxLength(toldLeftOutRules)),
});
export type LeftOutRules = z.output<typeof LeftOutRules>;
