import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';

const needs = 'data';

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
  held_for: z.array(HoldReason),
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

export const StepDuration = z.object({ step: z.string(), duration_ms: z.number() });
export type StepDuration = z.output<typeof StepDuration>;

export const ImportReport = z.object({
  counts: z.nullable(ImportCounts),
  examples: z.array(ItemExample),
  steps: z.array(StepDuration),
  is_held: z.boolean(),
});
export type ImportReport = z.output<typeof ImportReport>;

const oneImport = z.object({ id: Id, import_id: Id });

export const readImportReport = endpoint('GET /api/feed/{id}/imports/{import_id}', {
  needs,
  summary: 'Tells what an import of a feed changed, or would change if it is held',
  input: oneImport,
  output: ImportReport,
});
export const publishImport = endpoint('PUT /api/feed/{id}/imports/{import_id}/publish', {
  needs,
  summary: 'Makes a held import live',
  input: oneImport,
  errors: ['importNotHeld', 'importRunning'],
});
export const dropImport = endpoint('PUT /api/feed/{id}/imports/{import_id}/drop', {
  needs,
  summary: 'Throws a held import away; the live items stay as they are',
  input: oneImport,
  errors: ['importNotHeld'],
});
