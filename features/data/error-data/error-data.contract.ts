import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, optionalText } from '#contract/fields.ts';
import { pageOf, PageQuery } from '#contract/page.ts';
import { ImportProblem, ProblemCount } from '#features/data/imports/imports.contract.ts';

const needs = 'data';

export const problemFilters = {
  severity: z._default(z.enum(['', 'error', 'warning']), ''),
  reason: optionalText(),
};
export const listErrorData = endpoint('GET /api/feed/{id}/error_data', {
  needs,
  summary: 'Lists what was wrong with the items of the last import',
  input: z.extend(PageQuery, { id: Id, ...problemFilters }),
  output: pageOf(ImportProblem),
});

export const countErrorData = endpoint('GET /api/feed/{id}/error_data/reasons', {
  needs,
  summary: 'Counts what was wrong with the items of the last import, by reason',
  input: z.object({ id: Id }),
  output: z.array(ProblemCount),
});
/** Cells are escaped, so that no spreadsheet reads a formula. */
export const exportErrorData = endpoint('GET /api/feed/{id}/error_data/export', {
  needs,
  summary: 'Answers what was wrong with the items of the last import as CSV',
  input: z.object({ id: Id, search: optionalText(), ...problemFilters }),
  output: z.object({ file_name: z.string(), csv: z.string() }),
});
