import { columnKind } from '#engine/query/analysis/column-values.ts';
import type { ColumnKind, ColumnLayout } from '#engine/query/analysis/column-values.ts';
import type { CollectionLayout } from '#engine/port.ts';
import { maxSearchableFields } from '#opensearch/limits.ts';

/** A searched field. Shops may call their fields anything, so they are numbered in the index. */
export interface WordField {
  readonly name: string;
  /** Its words, and in `<words>.p` the beginnings of them. */
  readonly words: string;
  /** Its words by their stems; null where they are not indexed so. */
  readonly stems: string | null;
}

/** A field whose values are filtered, counted and sorted by. */
export interface ValueField {
  readonly layout: ColumnLayout;
  readonly kind: ColumnKind;
  readonly values: string;
  /** The first of the values, which decides the order. */
  readonly first: string;
  /** The words of all values; null where they are no texts. */
  readonly valueWords: string | null;
}

/** Fields that every item has. */
export const idField = 'id';
/** The item as it was given, as a text: nothing of it is read by OpenSearch. */
export const itemField = 'item';
/** The value of the group field, or the item's own id; their first letters keep them apart. */
export const groupField = 'group';
/** All terms of an item, whatever the field: for completions and corrections. */
export const termsField = 'terms';
/** The source that has brought the item. */
export const sourceField = 'source';
/** When a single change last wrote the item, in epoch milliseconds, and the patches that it has got since it came, as JSON. */
export const changedAtField = 'changedAt';
export const patchesField = 'patches';
/** `changedAt` of the live item that the build of a source has seen by the same id; below 0 where there was none. */
export const seenField = 'seen';
export const prefixesSuffix = '.p';

export interface IndexFields {
  readonly words: readonly WordField[];
  readonly values: readonly ValueField[];
}

export function valueFieldOf({ values }: IndexFields, name: string): ValueField | undefined {
  return values.find((field) => field.layout.name === name);
}

/** Where the fields of a layout are in the index; the same for every process that reads the layout. */
export function indexFieldsOf(layout: CollectionLayout, hasStemmer: boolean): IndexFields {
  const searchable = layout.fields.filter((field) => field.searchable).slice(0, maxSearchableFields);
  const facets = layout.fields.filter((field) => field.facet);
  return {
    words: searchable.map(({ name, stemmer }, index) => ({
      name,
      words: `w${index}`,
      stems: stemmer && hasStemmer ? `s${index}` : null,
    })),
    values: facets.map(({ name, type, path }, index) => ({
      layout: { name, type, isPath: path },
      kind: columnKind(type),
      values: `v${index}`,
      first: `o${index}`,
      valueWords: columnKind(type) === 'text' ? `b${index}` : null,
    })),
  };
}
