import { pathSeparator } from '#contract/item.ts';
import type { PathSort, SortChoice } from '#features/developer/result-settings/result-settings.contract.ts';

interface CatalogSorts {
  readonly sort: readonly SortChoice[];
  readonly path_sorts: readonly PathSort[];
}

interface SortedCategory {
  readonly sort: SortChoice;
  /** From a category above, or the default of the catalogue. */
  readonly isInherited: boolean;
}

/** `Kitchen › Kettles` */
export const pathText = (path: string): string => path.replaceAll(pathSeparator, ' › ');

const relevanceFirst: SortChoice = { field: null, order: 'asc' };

const choiceOf = ({ field, order }: SortChoice): SortChoice => ({ field, order });

/** The sort of the nearest category above, or the first sort choice. */
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

/** null removes the category's own sort. */
export function withPathSort(sorts: readonly PathSort[], path: string, sort: SortChoice | null): PathSort[] {
  if (sort === null) return sorts.filter((one) => one.path !== path);
  const next = { path, ...sort };
  return sorts.some((one) => one.path === path) ? sorts.map((one) => (one.path === path ? next : one)) : [...sorts, next];
}
