import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment } from '#contract/fields.ts';
import { feedWarnings, importFailures } from '#contract/texts/import-texts.ts';
import { ImportCounts } from './import-report.contract.ts';

/** The steps of an import, in order, as shown while it runs. */
export const importSteps = ['download', 'read', 'check', 'build', 'publish'] as const;
/** `unchanged`: the host said that nothing is new, so the items stayed as they are. `asDropped`: the feed brought what a person had dropped. */
export const importStates = [
  'waiting',
  'running',
  'done',
  'unchanged',
  'asDropped',
  'held',
  'dropped',
  'cancelled',
  'failed',
  'needTagName',
] as const;

/** One of `texts` by its code, with the values that its text names in braces. */
const saidBy = <Code extends string>(texts: Readonly<Record<Code, string>>) =>
  z.object({
    code: z.enum(Object.keys(texts) as Code[]).check(z.describe(meaningsOf(texts))),
    details: z.record(z.string(), z.union([z.string(), z.number()])),
  });

const meaningsOf = (texts: Readonly<Record<string, string>>): string =>
  ['With `details` for the names in braces:', ...Object.entries(texts).map(([code, text]) => `- \`${code}\`: ${text}`)].join(
    '\n',
  );

export const ImportFailure = saidBy(importFailures);
export type ImportFailure = z.output<typeof ImportFailure>;
export const ImportWarning = saidBy(feedWarnings);
export type ImportWarning = z.output<typeof ImportWarning>;

export const Import = z.object({
  id: Id,
  state: z.enum(importStates),
  /** It begins once there is room on the disk of the server. */
  waits_for_room: z.optional(z.boolean()),
  step: z.enum(importSteps),
  /** Bytes so far; the total is null when the host doesn't say it. */
  received_bytes: z.number(),
  total_bytes: z.nullable(z.number()),
  read_count: z.number(),
  imported_count: z.number(),
  error_count: z.number(),
  warning_count: z.number(),
  /** Estimated; null while nothing can be said. */
  seconds_left: z.nullable(z.number()),
  failure: z.nullable(ImportFailure),
  warnings: z.array(ImportWarning),
  /** null until it is built. */
  counts: z.nullable(ImportCounts),
  started_at: z.nullable(Moment),
  finished_at: z.nullable(Moment),
});
export type Import = z.output<typeof Import>;

export const isUnfinished = (last: Import | null): boolean => last?.state === 'waiting' || last?.state === 'running';

export const cancelImport = endpoint('PUT /api/feed/{id}/cancel', {
  needs: 'data',
  summary: 'Ends the waiting or running import of a feed; the live items stay as they are',
  input: z.object({ id: Id }),
  errors: ['noImportToCancel'],
});
