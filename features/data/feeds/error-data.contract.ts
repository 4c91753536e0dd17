import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, optionalText } from '#contract/fields.ts';
import { problemFilters } from './feeds.contract.ts';

export const ProblemCount = z.object({ reason: z.string(), severity: z.enum(['error', 'warning']), count: z.number() });
export type ProblemCount = z.output<typeof ProblemCount>;

const needs = 'data';

export const countErrorData = endpoint({
  method: 'GET',
  path: '/api/feed/{id}/error_data/reasons',
  needs,
  summary: 'Counts what was wrong with the items of the last import, by reason',
  input: z.object({ id: Id }),
  output: z.array(ProblemCount),
});
/** A spreadsheet opens the text as it is: no cell of it is a formula. */
export const exportErrorData = endpoint({
  method: 'GET',
  path: '/api/feed/{id}/error_data/export',
  needs,
  summary: 'Answers what was wrong with the items of the last import as CSV',
  input: z.object({ id: Id, search: optionalText(), ...problemFilters }),
  output: z.object({ file_name: z.string(), csv: z.string() }),
});
