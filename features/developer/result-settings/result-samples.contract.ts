import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { SearchParameters } from '#contract/search.ts';
import { frontAutocomplete } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { frontCatalog } from '#features/front-api/catalog/catalog.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';

const needs = 'developer';
const { q, page, sort } = SearchParameters.shape;
const { path } = frontCatalog.input.shape;
const errors = ['searchDown', 'pageTooDeep', 'notFound'] as const;

export const sampleAutocomplete = endpoint('GET /api/result-settings/autocomplete/query', {
  needs,
  summary: 'Completes a query as the shop does',
  input: z.object({ q }),
  output: frontAutocomplete.output,
  errors: ['searchDown'],
});

export const sampleSearch = endpoint('GET /api/result-settings/serp/query', {
  needs,
  summary: 'Searches a collection as the shop does',
  input: z.object({ c: Id, q, page, sort }),
  output: frontSearch.output,
  errors,
});

export const sampleCatalog = endpoint('GET /api/result-settings/catalog/query', {
  needs,
  summary: 'Lists a category as the shop does',
  input: z.object({ c: Id, path, page, sort }),
  output: frontCatalog.output,
  errors,
});
