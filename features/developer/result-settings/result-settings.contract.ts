import * as z from 'zod/mini';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import { Id, longTextLength, optionalText, requiredText } from '#contract/fields.ts';
import { fieldTypes, type FieldType } from '#contract/item.ts';
import { between, integer } from '#contract/rows/form-rules.ts';
import {
  leastCutLength,
  maximumColumnEntries,
  maximumFacets,
  maximumFacetValues,
  maximumPanelColumns,
  maximumPathSorts,
  maximumPerPage,
  maximumSortChoices,
  mostCutLength,
} from '#contract/limits.ts';
import { maximumKnownFields } from '#features/data/collections/collections.contract.ts';
import { SearchParameters } from '#contract/search.ts';
import { frontAutocomplete } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { frontCatalog } from '#features/front-api/catalog/catalog.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';

export const resultKinds = ['autocomplete', 'search', 'catalog'] as const;
export type ResultKind = (typeof resultKinds)[number];

const FieldName = requiredText('requiredField', longTextLength);
const cutLength = { error: 'cutLengthNotPossible' } as const;

export const ResultField = z.object({
  field: FieldName,
  is_shown: z._default(z.boolean(), true),
  /** Empty for the name of the field. */
  label: optionalText(),
  /** In characters; null for the whole text. */
  max_length: z._default(
    z.nullable(
      z.number(cutLength).check(z.int(cutLength), z.minimum(leastCutLength, cutLength), z.maximum(mostCutLength, cutLength)),
    ),
    null,
  ),
});
export type ResultField = z.output<typeof ResultField>;

/** A field of null is relevance. */
export const SortChoice = z.object({
  field: z.nullable(FieldName),
  order: z._default(z.enum(['asc', 'desc']), 'asc'),
});
export type SortChoice = z.output<typeof SortChoice>;

export const facetOrders = ['count', 'value'] as const;

export const ShownFacet = z.object({
  field: FieldName,
  label: optionalText(),
  limit: z._default(z.number().check(integer(), between(1, maximumFacetValues)), 10),
  order: z._default(z.enum(facetOrders), 'count'),
});
export type ShownFacet = z.output<typeof ShownFacet>;

export const PathSort = z.object({
  /** `Kitchen > Kettles` */
  path: requiredText('requiredField', longTextLength),
  field: SortChoice.shape.field,
  order: SortChoice.shape.order,
});
export type PathSort = z.output<typeof PathSort>;

export const columnKinds = ['phrases', 'values', 'items'] as const;

export const LayoutColumn = z.object({
  kind: z.enum(columnKinds),
  /** null for phrases, which all collections share. */
  collection_id: z._default(z.nullable(Id), null),
  /** For values, their field; for items, the name field. */
  field: z._default(z.string().check(z.maxLength(longTextLength)), ''),
  title: optionalText(),
  limit: z.number().check(integer(), between(1, maximumColumnEntries)),
});
export type LayoutColumn = z.output<typeof LayoutColumn>;

const tooMany = { error: 'tooMany' } as const;

/** An empty list of results shows every field that isn't archived. */
export const ResultSettingFields = z.object({
  kind: z.enum(resultKinds),
  results: z._default(z.array(ResultField).check(z.maxLength(maximumKnownFields, tooMany)), []),
  per_page: z._default(z.nullable(z.number().check(integer(), between(1, maximumPerPage))), null),
  sort: z._default(z.array(SortChoice).check(z.maxLength(maximumSortChoices, tooMany)), []),
  facets: z._default(z.array(ShownFacet).check(z.maxLength(maximumFacets, tooMany)), []),
  /** null for the first field with levels. */
  path_field: z._default(z.nullable(FieldName), null),
  path_sorts: z._default(z.array(PathSort).check(z.maxLength(maximumPathSorts, tooMany)), []),
});
export type ResultSettingFields = z.output<typeof ResultSettingFields>;

export const PanelFields = z.object({
  columns: z.array(LayoutColumn).check(z.maxLength(maximumPanelColumns, tooMany)),
});
export type PanelFields = z.output<typeof PanelFields>;

const needs = 'developer';
const { results, per_page, sort, facets, path_field, path_sorts } = ResultSettingFields.shape;
const layout_columns = PanelFields.shape.columns;

const AnswerField = z.object({
  name: z.string(),
  type: z.enum(Object.keys(fieldTypes) as [FieldType, ...FieldType[]]),
  /** Never sent to shops. */
  is_archived: z.boolean(),
  /** Usable for filters and sorting. */
  is_counted: z.boolean(),
  is_path: z.boolean(),
});
export type AnswerField = z.output<typeof AnswerField>;

const state = {
  collection_id: Id,
  results,
  per_page,
  fields: z.array(AnswerField),
  release: z.number(),
  /** Of the newest change; null before the first. */
  updated_at: z.nullable(z.number()),
  updated_by: z.nullable(z.string()),
};

const choices = { sort, facets };
const ofCatalog = { path_field, path_sorts };

const AutocompleteSettings = z.object({ ...state, layout_columns });
/** Filters of the plugin while search has none. */
const usual_facets = z.array(z.string());

const SearchSettings = z.object({
  ...state,
  ...choices,
  usual_facets,
});
const CatalogSettings = z.object({ ...state, ...choices, ...ofCatalog, usual_facets });
export type CatalogSettings = z.output<typeof CatalogSettings>;

const saved = {
  collection_id: Id,
  results,
  per_page,
  /** Of the version that was edited, so that later changes by others aren't overwritten. */
  updated_at: z.optional(z.nullable(z.number())),
};

const errors = [
  'changedMeanwhile',
  'notFound',
  'alreadyUsed',
  'tooMany',
  'fieldNeeded',
  'cutLengthNotPossible',
  'cutNeedsText',
  'notSortable',
  'notCounted',
  'fieldWithoutLevels',
] as const;
const bodyLimitBytes = 4_000_000;

const reads = <Output extends z.core.$ZodType>(kind: string, summary: string, output: Output) =>
  endpoint(`GET /api/result-settings/${kind}`, { needs, summary, input: z.object({ c: Id }), output });

export const readAutocompleteSettings = reads(
  'autocomplete',
  'Reads the autocomplete settings of a collection, and the panel of the project',
  AutocompleteSettings,
);
export const readSearchSettings = reads('search', 'Reads the search settings of a collection', SearchSettings);
export const readCatalogSettings = reads('catalog', 'Reads the catalogue settings of a collection', CatalogSettings);

export const saveAutocompleteSettings = endpoint('PUT /api/result-settings/autocomplete', {
  needs,
  summary: 'Saves the autocomplete settings of a collection, and the panel; live at once',
  input: z.object({ ...saved, layout_columns: z.optional(layout_columns) }),
  output: AutocompleteSettings,
  errors,
  bodyLimitBytes,
});

export const saveSearchSettings = endpoint('PUT /api/result-settings/search', {
  needs,
  summary: 'Saves the search settings of a collection; live at once',
  input: z.object({ ...saved, ...choices }),
  output: SearchSettings,
  errors,
  bodyLimitBytes,
});

export const saveCatalogSettings = endpoint('PUT /api/result-settings/catalog', {
  needs,
  summary: 'Saves the catalogue settings of a collection; live at once',
  input: z.object({ ...saved, ...choices, ...ofCatalog }),
  output: CatalogSettings,
  errors,
  bodyLimitBytes,
});

export const resultCalls = {
  autocomplete: { read: readAutocompleteSettings, save: saveAutocompleteSettings },
  search: { read: readSearchSettings, save: saveSearchSettings },
  catalog: { read: readCatalogSettings, save: saveCatalogSettings },
} as const;

const tried = z.object({
  c: Id,
  results,
  per_page,
  sort,
  facets,
  path_field,
  path_sorts,
  layout_columns: z.optional(layout_columns),
});

const previews = <Asked extends z.core.$ZodShape, Output extends z.core.$ZodType>(kind: string, asks: Asked, output: Output) =>
  endpoint(`POST /api/result-settings/${kind}/preview`, {
    needs,
    summary: `Answers as the shop is answered, with ${kind} settings that are not saved`,
    onlyAsks: true,
    input: z.extend(tried, asks),
    output,
    errors: ['searchDown', 'notFound'],
    bodyLimitBytes,
  });

const { q: query } = SearchParameters.shape;
export const previewAutocompleteResults = previews('autocomplete', { q: query }, frontAutocomplete.output);
export const previewSearchResults = previews('search', { q: query }, frontSearch.output);
export const previewCatalogResults = previews('catalog', { path: frontCatalog.input.shape.path }, frontCatalog.output);
export const resultPreviews = {
  autocomplete: previewAutocompleteResults,
  search: previewSearchResults,
  catalog: previewCatalogResults,
} as const;

export const listLayoutColumns = endpoint('GET /api/layout-columns/', {
  needs,
  summary: 'Lists the columns that an autocomplete panel can have',
  input: z.object({}),
  output: z.object({
    columns: z.array(
      z.object({
        kind: z.enum(columnKinds),
        collection_id: LayoutColumn.shape.collection_id,
        /** The name of the collection; empty for phrases. */
        collection: z.string(),
        field: z.string(),
      }),
    ),
  }),
});
export type LayoutColumnChoice = OutputOf<typeof listLayoutColumns>['columns'][number];

const asked = SearchParameters.shape;
const paged = { page: asked.page, sort: asked.sort };

export const sampleAutocomplete = endpoint('GET /api/result-settings/autocomplete/query', {
  needs,
  summary: 'Completes a query as the shop does',
  input: z.object({ q: asked.q }),
  output: frontAutocomplete.output,
  errors: ['searchDown'],
});

export const sampleSearch = endpoint('GET /api/result-settings/serp/query', {
  needs,
  summary: 'Searches a collection as the shop does',
  input: z.object({ c: Id, q: asked.q, ...paged }),
  output: frontSearch.output,
  errors: ['searchDown', 'pageTooDeep', 'notFound'],
});

export const sampleCatalog = endpoint('GET /api/result-settings/catalog/query', {
  needs,
  summary: 'Lists a category as the shop does',
  input: z.object({ c: Id, path: frontCatalog.input.shape.path, ...paged }),
  output: frontCatalog.output,
  errors: ['searchDown', 'pageTooDeep', 'notFound'],
});
