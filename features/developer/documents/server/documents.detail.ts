import type { FieldValue } from '#contract/item.ts';
import { shownWeight } from '#engine/relevance.ts';
import type { Analyser } from '#engine/analysis/analyser.ts';
import type { CollectionField } from '#features/data/collections/server/collections.store.ts';
import type { IndexedField } from '#features/developer/documents/documents.contract.ts';

/** A description has hundreds of words; these tell enough. */
const shownTokens = 80;

/** What searches know of each field of an item, those that count most first. */
export function indexedFieldsOf(
  item: Readonly<Record<string, FieldValue>>,
  fields: readonly CollectionField[],
  analyser: Analyser,
): IndexedField[] {
  return fields
    .flatMap((field) => {
      const value = item[field.name];
      return value === undefined ? [] : indexedField(field, value, analyser);
    })
    .toSorted((a, b) => Number(b.is_searched) - Number(a.is_searched) || b.weight - a.weight);
}

function indexedField({ name, type, isFacet, relevance }: CollectionField, value: FieldValue, analyser: Analyser): IndexedField {
  const isSearched = relevance.searchable && relevance.weight > 0;
  const hasStems = isSearched && relevance.stemmer && analyser.hasStemmer;
  const tokens = isSearched ? [value].flat().flatMap((each) => analyser.indexTokens(String(each))) : [];
  return {
    name,
    type,
    is_searched: isSearched,
    weight: isSearched ? shownWeight(relevance.weight) : 0,
    has_wildcard: isSearched && relevance.wildcard > 0,
    is_fuzzy: isSearched && relevance.fuzzy,
    has_stems: hasStems,
    is_sortable: isFacet,
    tokens: tokens.slice(0, shownTokens).map((text) => ({ text, stem: hasStems ? analyser.stem(text) : null })),
    token_count: tokens.length,
  };
}
