import type { Facet } from '#clients/javascript/search-types.ts';
import type { SearchResult } from './algolia-types.ts';
import { type FieldNames, pathSeparator } from './field-names.ts';

type FacetResults = Pick<SearchResult, 'facets' | 'facets_stats'>;

/** Counts by value, for each attribute that was asked for, and the bounds of numbers. */
export function facetResultsOf(
  attributes: readonly string[],
  counted: readonly Facet[],
  { fieldOf, levelOf }: FieldNames,
): FacetResults {
  const facets: Record<string, Record<string, number>> = {};
  const stats: Record<string, { min: number; max: number }> = {};
  for (const attribute of attributes) {
    const facet = counted.find(({ field }) => field === fieldOf(attribute));
    if (facet === undefined) continue;
    const level = levelOf(attribute);
    const values = facet.values.filter(({ value }) => level === null || levelsIn(String(value)) === level + 1);
    facets[attribute] = Object.fromEntries(values.map(({ value, count }) => [String(value), count]));
    if (facet.min !== undefined && facet.max !== undefined) stats[attribute] = { min: facet.min, max: facet.max };
  }
  return { facets, facets_stats: stats };
}

const levelsIn = (path: string): number => path.split(pathSeparator).length;
