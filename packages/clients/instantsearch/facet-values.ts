import type { Client } from '#clients/javascript/client.ts';
import type { FacetValuesResult, SearchRequest } from './algolia-types.ts';
import { type FieldNames, indexOf, type Indices } from './names.ts';
import { conditionsOf, filtersOf } from './filters.ts';

const usualFacetHits = 10;

/** Values that begin with the typed text, among the current results. */
export async function facetValues(
  client: Pick<Client, 'search'>,
  { indexName, params = {} }: SearchRequest,
  { names, indices }: { readonly names: FieldNames; readonly indices: Indices },
): Promise<FacetValuesResult> {
  const { facetName = '', facetQuery = '', maxFacetHits = usualFacetHits, query = '' } = params;
  const field = names.fieldOf(facetName);
  const conditions = conditionsOf(params).map((condition) => ({ ...condition, field: names.fieldOf(condition.field) }));
  const { facets, took } = await client.search({
    q: query,
    per_page: 1,
    facets: [field],
    narrowing: [field],
    ...(conditions.length > 0 && { filters: filtersOf(conditions) }),
    ...(facetQuery !== '' && { values: { [field]: { beginning: facetQuery } } }),
    ...indexOf(indexName, indices),
  });
  const marked = marker(facetQuery, params.highlightPreTag ?? '<em>', params.highlightPostTag ?? '</em>');
  const values = facets[0]?.values.slice(0, maxFacetHits) ?? [];
  return {
    facetHits: values.map(({ value, count }) => ({ value: String(value), highlighted: marked(String(value)), count })),
    exhaustiveFacetsCount: true,
    processingTimeMS: took,
  };
}

/** Marks the typed beginning, ignoring case and accents. */
function marker(typed: string, before: string, after: string): (value: string) => string {
  const wanted = plainLetters(typed.trim());
  return (value) => {
    const letters = plainLetters(value);
    const start = letters.findIndex(
      (_, place) => !isLetter(letters[place - 1]) && wanted.every((letter, at) => letters[place + at] === letter),
    );
    if (wanted.length === 0 || start < 0) return value;
    const all = Array.from(value);
    const part = (from: number, to?: number): string => all.slice(from, to).join('');
    return part(0, start) + before + part(start, start + wanted.length) + after + part(start + wanted.length);
  };
}

const plainLetters = (text: string): string[] =>
  Array.from(text, (letter) => letter.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase());
const isLetter = (letter = ''): boolean => /[\p{L}\p{N}]/u.test(letter);
