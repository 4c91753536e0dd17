import type { FacetRequest } from '#engine/plan.ts';
import type { CollectionRelevance } from '#engine/relevance.ts';
import { maximumFacetValues } from '#contract/limits.ts';

/** What most shops narrow by stands first. */
const usual = ['category', 'brand', 'price', 'availability'];
/** More would be a column that nobody reads to its end. */
const shownFacets = 12;

export function schemaFacets({ layout }: CollectionRelevance): FacetRequest[] {
  const names = layout.fields.filter(({ facet }) => facet).map(({ name }) => name);
  const ordered = [...usual.filter((name) => names.includes(name)), ...names.filter((name) => !usual.includes(name))];
  return ordered.slice(0, shownFacets).map((field) => ({ field, limit: maximumFacetValues }));
}
