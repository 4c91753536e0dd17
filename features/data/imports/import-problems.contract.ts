import * as z from 'zod/mini';
import { Id } from '#contract/fields.ts';
import { problemTexts } from '#feeds/feed-texts.ts';

/** Errors skip the item, warnings the value. */
export const ImportProblem = z.object({
  id: Id,
  severity: z.enum(['error', 'warning']),
  /** Which item of the feed, from 1. */
  position: z.number(),
  item: z.string(),
  field: z.string(),
  value: z.string(),
  /** A key of `problemReasons`. */
  reason: z.string(),
});
export type ImportProblem = z.output<typeof ImportProblem>;
export type FoundProblem = Omit<ImportProblem, 'id'>;
/** Per import; the rest is only counted. */
export const keptProblems = 1000;
export const ProblemCount = z.object({ reason: z.string(), severity: z.enum(['error', 'warning']), count: z.number() });
export type ProblemCount = z.output<typeof ProblemCount>;

/** Sentences by `reason`. */
export const problemReasons: Readonly<Record<string, string>> = problemTexts;
