import * as z from 'zod/mini';
import { endpoint, type OutputOf } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { fieldTypes, type FieldType } from '#contract/item.ts';
import { columnKinds, LayoutColumn, PanelFields, ResultSettingFields } from './result-fields.contract.ts';

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
  /** Items of the last import that have it; null if unknown. */
  found_count: z.nullable(z.number()),
});
export type AnswerField = z.output<typeof AnswerField>;

const state = {
  collection_id: Id,
  /** All fields of the collection, in the order of responses. */
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

export const AutocompleteSettings = z.object({ ...state, layout_columns });
export type AutocompleteSettings = z.output<typeof AutocompleteSettings>;
export const SearchSettings = z.object({ ...state, ...choices });
export type SearchSettings = z.output<typeof SearchSettings>;
export const CatalogSettings = z.object({ ...state, ...choices, ...ofCatalog });
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
/** A collection may have thousands of fields. */
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
