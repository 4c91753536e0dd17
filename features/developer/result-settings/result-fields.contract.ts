import * as z from 'zod/mini';
import { Id, longTextLength, optionalText, requiredText } from '#contract/fields.ts';
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
  /** null for phrases, which are those of all collections. */
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
