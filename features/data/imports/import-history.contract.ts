import * as z from 'zod/mini';
import { inDateRange } from '#contract/date-range.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment } from '#contract/fields.ts';
import { pageOf, PageQuery } from '#contract/page.ts';
import { ImportCounts } from './import-report.contract.ts';
import { ImportFailure, importStates } from './imports.contract.ts';

export const keptImports = 50;

export const PastImport = z.object({
  id: Id,
  state: z.enum(importStates),
  /** While it waits, when it was requested. */
  started_at: Moment,
  duration_ms: z.nullable(z.number()),
  imported_count: z.number(),
  error_count: z.number(),
  warning_count: z.number(),
  failure: z.nullable(ImportFailure),
  counts: z.nullable(ImportCounts),
});
export type PastImport = z.output<typeof PastImport>;

export const listImports = endpoint('GET /api/feed/{id}/imports', {
  needs: 'data',
  summary: `Lists the imports of a feed, newest first; ${keptImports} are kept`,
  input: inDateRange(z.extend(z.pick(PageQuery, { page: true, per_page: true }), { id: Id })),
  output: pageOf(PastImport),
  errors: ['rangeOpen', 'rangeReversed', 'rangeTooLong'],
});
