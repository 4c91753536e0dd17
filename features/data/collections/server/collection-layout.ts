import type { CollectionRelevance } from '#engine/query/relevance.ts';
import type { CollectionField } from './collections.store.ts';

export const isSearched = ({ isArchived, relevance }: CollectionField): boolean => relevance.searchable && !isArchived;

export const layoutOf = (language: string, all: readonly CollectionField[]): CollectionRelevance['layout'] => {
  const fields = all.filter(({ isCustomData }) => !isCustomData);
  return {
    language,
    groupField: fields.find(({ isGroup }) => isGroup)?.name ?? null,
    fields: fields.map((field) => ({
      name: field.name,
      type: field.type,
      searchable: isSearched(field),
      stemmer: field.relevance.stemmer,
      facet: field.isFacet,
      path: field.isPath,
    })),
  };
};
