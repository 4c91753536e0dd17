import { pathSeparator } from '#contract/item.ts';
import type { PathSort, SortChoice } from '#features/developer/result-settings/result-fields.contract.ts';

interface CatalogSorts {
  readonly sort: readonly SortChoice[];
  readonly path_sorts: readonly PathSort[];
}

/** How customers see a category at first. */
interface SortedCategory {
  readonly sort: SortChoice;
  /** It has no sort of its own: it is that of a category above, or of the whole catalogue. */
  readonly isInherited: boolean;
}

const relevanceFirst: SortChoice = { field: null, order: 'asc' };

const choiceOf = ({ field, order }: SortChoice): SortChoice => ({ field, order });

/** The sort of the nearest category above that has one, otherwise the first of the sort choices. */
export function inheritedSort({ sort, path_sorts }: CatalogSorts, path: string): SortChoice {
  const levels = path.split(pathSeparator);
  const above = levels.slice(0, -1).map((_level, depth) => levels.slice(0, depth + 1).join(pathSeparator));
  const nearest = above.flatMap((one) => path_sorts.find((sorted) => sorted.path === one) ?? []).at(-1);
  return nearest === undefined ? (sort[0] ?? relevanceFirst) : choiceOf(nearest);
}

export function sortedCategory(sorts: CatalogSorts, path: string): SortedCategory {
  const own = sorts.path_sorts.find((one) => one.path === path);
  return own === undefined
    ? { sort: inheritedSort(sorts, path), isInherited: true }
    : { sort: choiceOf(own), isInherited: false };
}

/** The sorts with that of one category; null leaves it to the categories above. */
export function withPathSort(sorts: readonly PathSort[], path: string, sort: SortChoice | null): PathSort[] {
  if (sort === null) return sorts.filter((one) => one.path !== path);
  const next = { path, ...sort };
  return sorts.some((one) => one.path === path) ? sorts.map((one) => (one.path === path ? next : one)) : [...sorts, next];
}
