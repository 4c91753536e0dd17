import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment } from '#contract/fields.ts';
import { errors } from '#contract/errors.ts';
import { feedFailures, feedWarnings } from '#feeds/feed-texts.ts';
import { ImportCounts } from './import-report.contract.ts';

export { feedWarnings };
export type { FeedFailureCode } from '#feeds/feed-texts.ts';

/** English texts by code. */
export const importFailures = {
  ...feedFailures,
  noUsableItem: 'No item of the feed could be used. Look at the error data, correct the feed and import it again.',
  noAvailability:
    'The feed of prices and stock has no ids with a price or a stock beside them. Offer the same ids as in the feed of the items.',
  passwordUnreadable:
    "The password or key in the address can't be decrypted with this server's key. Enter the whole address again.",
  uploadGone: errors.uploadGone.text,
  heldGone: 'The items of this import are no longer available. Import the feed again.',
  heldDamaged:
    "The items of this import are damaged on the server's disk and can't be published. Live items don't change. Import the feed again.",
  diskFull: "The server's disk is full. Nothing has changed. Free disk space, then import the feed again.",
  storageFailed:
    'The server could not write to its disk: {reason}. Nothing has changed. Ask your administrator to check the disk, then import the feed again.',
  filesAway:
    "The server's file storage did not answer. Nothing has changed. Import the feed again in a few minutes; if it fails again, ask your administrator.",
  cutOff: 'The import was interrupted several times. Import the feed again; if it fails again, ask your administrator.',
} as const;

export const importSteps = ['download', 'read', 'check', 'build', 'publish'] as const;
/** `unchanged`: the host answered 304. `asDropped`: the feed has the same items as an import that a person discarded. */
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
  /** Waits for disk space. */
  waits_for_room: z.optional(z.boolean()),
  step: z.enum(importSteps),
  /** The total is null when the host doesn't send it. */
  received_bytes: z.number(),
  total_bytes: z.nullable(z.number()),
  read_count: z.number(),
  imported_count: z.number(),
  error_count: z.number(),
  warning_count: z.number(),
  seconds_left: z.nullable(z.number()),
  failure: z.nullable(ImportFailure),
  warnings: z.array(ImportWarning),
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
