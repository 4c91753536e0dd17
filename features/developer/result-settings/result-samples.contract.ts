import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { SearchParameters } from '#contract/search.ts';
import { frontAutocomplete } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { frontCatalog } from '#features/front-api/catalog/catalog.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { draftBodyBytes, draftErrors, draftOf } from './result-settings.contract.ts';

/** Answers as a shop gets them, for whoever sets them up: a GET goes by what is saved, a POST by settings that nobody has saved. */
const needs = 'developer';
const { q, page, sort } = SearchParameters.shape;
const { path } = frontCatalog.input.shape;
const searchErrors = ['searchDown', 'pageTooDeep', 'notFound'] as const;
const triedErrors = [...searchErrors, ...draftErrors] as const;

const completed = { output: frontAutocomplete.output, needs } as const;
const found = { output: frontSearch.output, needs } as const;
const listed = { output: frontCatalog.output, needs } as const;

export const sampleAutocomplete = endpoint('GET /api/result-settings/autocomplete/query', {
  ...completed,
  summary: 'Completes a query as the shop does',
  input: z.object({ q }),
  errors: ['searchDown'],
});

export const tryAutocomplete = endpoint('POST /api/result-settings/autocomplete/query', {
  ...completed,
  summary: 'Completes a query by settings that are not saved',
  onlyAsks: true,
  input: z.object({ ...draftOf.autocomplete, q }),
  errors: triedErrors,
  bodyLimitBytes: draftBodyBytes,
});

export const sampleSearch = endpoint('GET /api/result-settings/serp/query', {
  ...found,
  summary: 'Searches a collection as the shop does',
  input: z.object({ c: Id, q, page, sort }),
  errors: searchErrors,
});

export const trySearch = endpoint('POST /api/result-settings/serp/query', {
  ...found,
  summary: 'Searches a collection by settings that are not saved',
  onlyAsks: true,
  input: z.object({ ...draftOf.search, q, page, sort_by: sort }),
  errors: triedErrors,
  bodyLimitBytes: draftBodyBytes,
});

export const sampleCatalog = endpoint('GET /api/result-settings/catalog/query', {
  ...listed,
  summary: 'Lists a category as the shop does',
  input: z.object({ c: Id, path, page, sort }),
  errors: searchErrors,
});

export const tryCatalog = endpoint('POST /api/result-settings/catalog/query', {
  ...listed,
  summary: 'Lists a category by settings that are not saved',
  onlyAsks: true,
  input: z.object({ ...draftOf.catalog, path, page, sort_by: sort }),
  errors: triedErrors,
  bodyLimitBytes: draftBodyBytes,
});
