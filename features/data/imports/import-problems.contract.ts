import * as z from 'zod/mini';
import { Id } from '#contract/fields.ts';

/** A bad value of an item. Errors leave the item out, warnings don't. */
export const ImportProblem = z.object({
  id: Id,
  severity: z.enum(['error', 'warning']),
  /** Which item of the feed, from 1. */
  position: z.number(),
  item: z.string(),
  field: z.string(),
  value: z.string(),
  /** A code of `problemTexts`. */
  reason: z.string(),
});
export type ImportProblem = z.output<typeof ImportProblem>;
export type FoundProblem = Omit<ImportProblem, 'id'>;
/** How many problems of one import are kept; the rest is counted. */
export const keptProblems = 1000;
export const ProblemCount = z.object({ reason: z.string(), severity: z.enum(['error', 'warning']), count: z.number() });
export type ProblemCount = z.output<typeof ProblemCount>;
