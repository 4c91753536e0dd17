import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment } from '#contract/fields.ts';
import { pageOf, PageQuery } from '#contract/page.ts';
import { feedWarnings, importFailures } from './import-texts.contract.ts';

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

export const itemFates = ['added', 'changed', 'removed', 'unchanged', 'bad'] as const;
export type ItemFate = (typeof itemFates)[number];

export const keptExamples = 20;

export const holdReasons = ['fewerItems', 'badItems', 'changedIds', 'zeroPrices'] as const;

export const HoldReason = z.object({
  reason: z.enum(holdReasons),
  percent: z.number(),
  limit_percent: z.number(),
});
export type HoldReason = z.output<typeof HoldReason>;

/** Compared with the items that were live when the import began. */
export const ImportCounts = z.object({
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
  unchanged: z.number(),
  bad: z.number(),
  /** Bad ones that are in the collection already: nothing is lost. */
  repeated: z.number(),
  hold_reasons: z.array(HoldReason),
});
export type ImportCounts = z.output<typeof ImportCounts>;

export const FieldChange = z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) });
export type FieldChange = z.output<typeof FieldChange>;

export const ItemExample = z.object({
  fate: z.enum(itemFates),
  id: z.string(),
  name: z.string(),
  changes: z.array(FieldChange),
  /** A key of `problemReasons`. */
  problem: z.nullable(z.string()),
});
export type ItemExample = z.output<typeof ItemExample>;

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

export const ImportReport = z.object({
  counts: z.nullable(ImportCounts),
  examples: z.array(ItemExample),
  warnings: z.array(ImportWarning),
});
export type ImportReport = z.output<typeof ImportReport>;

const oneImport = z.object({ id: Id, import_id: Id });

export const readImportReport = endpoint('GET /api/feed/{id}/imports/{import_id}', {
  needs: 'data',
  summary: 'Shows what an import of a feed changed, or would change if it is on hold',
  input: oneImport,
  output: ImportReport,
});
export const publishImport = endpoint('PUT /api/feed/{id}/imports/{import_id}/publish', {
  needs: 'data',
  summary: 'Makes an import on hold live',
  input: oneImport,
  errors: ['importNotOnHold', 'importRunning'],
});
export const discardImport = endpoint('PUT /api/feed/{id}/imports/{import_id}/discard', {
  needs: 'data',
  summary: 'Discards an import on hold; live items stay as they are',
  input: oneImport,
  errors: ['importNotOnHold'],
});

export const importSteps = ['download', 'read', 'check', 'build', 'publish'] as const;
/** `unchanged`: the host answered 304. `asDropped`: the feed has the same items as an import that a person discarded. */
export const importStates = [
  'waiting',
  'running',
  'done',
  'unchanged',
  'sameAsDiscarded',
  'onHold',
  'discarded',
  'cancelled',
  'failed',
  'needTagName',
] as const;

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

export const keptImports = 50;

export const listImports = endpoint('GET /api/feed/{id}/imports', {
  needs: 'data',
  summary: `Lists the imports of a feed, newest first; ${keptImports} are kept`,
  input: z.extend(z.pick(PageQuery, { page: true, per_page: true }), { id: Id }),
  output: pageOf(Import),
});
