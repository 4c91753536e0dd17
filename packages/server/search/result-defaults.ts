import { pathSeparator } from '#contract/item.ts';
import type { FacetRequest, SortBy } from '#engine/plan.ts';
import type { CollectionRelease, ResultKind, ResultSettings, SortChoice } from '#server/rules/releases/live-release.ts';

export const usualPerPage = 20;

/** All public fields, sorted by relevance. */
export const usualResults: ResultSettings = { fields: null, labels: new Map(), perPage: null, sorts: [], facets: [] };

export interface ResultDefaults {
  readonly perPage: number;
  readonly facets: readonly FacetRequest[];
  readonly sort: readonly SortBy[];
  /** Facets counted for `*`: the facets of the result settings, or every facet, usual ones first. */
  readonly everyFacet: () => readonly string[];
}

/** For callers without settings, such as tools of the console. */
export const plainDefaults: ResultDefaults = { perPage: usualPerPage, facets: [], sort: [], everyFacet: () => [] };

/** `path` is the category that is browsed. */
export function resultDefaults(release: CollectionRelease, kind: ResultKind, path = ''): ResultDefaults {
  const { front } = release;
  const { perPage, facets, sorts } = front.results[kind];
  const [usual] = sorts;
  const sort = (kind === 'catalog' ? pathSort(front.catalog.sorts, path) : undefined) ?? usual;
  return {
    perPage: perPage ?? usualPerPage,
    facets: facets.map(({ field, limit }) => ({ field, limit })),
    sort: sort === undefined ? [] : sortBy(sort),
    everyFacet: () =>
      facets.length > 0 ? facets.map(({ field }) => field) : [...new Set([...usualFacets(release), ...countedFields(release)])],
  };
}

const facetsOfMostShops = ['price', 'brand'];

/** The plugin's filters while the result settings have none. */
export function usualFacets(release: CollectionRelease): string[] {
  const counted = countedFields(release);
  return [...[release.front.catalog.pathField ?? []].flat(), ...facetsOfMostShops].filter((field) => counted.includes(field));
}

const countedFields = ({ front, layout }: CollectionRelease): string[] =>
  layout.fields.filter(({ facet, name }) => facet && !front.hidden.includes(name)).map(({ name }) => name);

const sortBy = ({ field, order }: SortChoice): SortBy[] => (field === null ? [] : [{ field, order }]);

/** A category without a sort of its own has that of its nearest ancestor. */
export function pathSort(sorts: ReadonlyMap<string, SortChoice>, path: string): SortChoice | undefined {
  if (sorts.size === 0) return undefined;
  const levels = path.split(pathSeparator);
  for (let count = levels.length; count > 0; count--) {
    const sort = sorts.get(levels.slice(0, count).join(pathSeparator));
    if (sort !== undefined) return sort;
  }
  return undefined;
}
