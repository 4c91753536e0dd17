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
  /** Kept for the owner: it is never sent. */
  is_archived: z.boolean(),
  /** Answers can be filtered and sorted by it. */
  is_counted: z.boolean(),
  is_path: z.boolean(),
  /** How many items of the last import have it; null where nobody counted. */
  found_count: z.nullable(z.number()),
});
export type AnswerField = z.output<typeof AnswerField>;

const state = {
  collection_id: Id,
  /** All fields of the collection, in the order in which answers have them. */
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

/** What is saved together. With the `updated_at` of the version that was edited, later changes by others are not overwritten. */
const saved = { updated_at: z.optional(z.nullable(z.number())) };
export const draftOf = {
  autocomplete: { collection_id: Id, results, per_page, layout_columns: z.optional(layout_columns) },
  search: { collection_id: Id, results, per_page, ...choices },
  catalog: { collection_id: Id, results, per_page, ...choices, ...ofCatalog },
} as const;

export const draftErrors = [
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
const errors = ['changedMeanwhile', ...draftErrors] as const;
/** A collection may have thousands of fields. */
export const draftBodyBytes = 4_000_000;

const reads = <Output extends z.core.$ZodType>(kind: string, summary: string, output: Output) =>
  endpoint(`GET /api/result-settings/${kind}`, { needs, summary, input: z.object({ c: Id }), output });

export const readAutocompleteSettings = reads(
  'autocomplete',
  'Reads what autocomplete answers of a collection hold, and the columns under the search box of the project',
  AutocompleteSettings,
);
export const readSearchSettings = reads('search', 'Reads what search answers of a collection hold', SearchSettings);
export const readCatalogSettings = reads('catalog', 'Reads what catalogue answers of a collection hold', CatalogSettings);

export const saveAutocompleteSettings = endpoint('PUT /api/result-settings/autocomplete', {
  needs,
  summary: 'Saves what autocomplete answers of a collection hold, and the columns under the search box; live at once',
  input: z.object({ ...draftOf.autocomplete, ...saved }),
  output: AutocompleteSettings,
  errors,
  bodyLimitBytes: draftBodyBytes,
});

export const saveSearchSettings = endpoint('PUT /api/result-settings/search', {
  needs,
  summary: 'Saves what search answers of a collection hold; live at once',
  input: z.object({ ...draftOf.search, ...saved }),
  output: SearchSettings,
  errors,
  bodyLimitBytes: draftBodyBytes,
});

export const saveCatalogSettings = endpoint('PUT /api/result-settings/catalog', {
  needs,
  summary: 'Saves what catalogue answers of a collection hold, and how its categories are sorted; live at once',
  input: z.object({ ...draftOf.catalog, ...saved }),
  output: CatalogSettings,
  errors,
  bodyLimitBytes: draftBodyBytes,
});

export const listLayoutColumns = endpoint('GET /api/layout-columns/', {
  needs,
  summary: 'Lists the columns that can stand under the search box of a shop',
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
