import { pathSeparator } from '#contract/item.ts';
import { plainPlan } from '#engine/plan.ts';
import {
  type CatalogInfo,
  type CategoryInfo,
  maximumCategories,
} from '#features/developer/catalog-settings/catalog-info.contract.ts';
import { type CountedPaths, levelsOf, type Measure } from './counted-paths.ts';
import type { App } from '#server/app/app.ts';
import type { CollectionScope } from '#server/db/row-scope.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';
import type { CollectionRelease, SortChoice } from '#server/rules/releases/live-release.ts';
import { compareTexts } from '#server/search/value-order.ts';

const relevanceFirst: SortChoice = { field: null, order: 'desc' };

export async function categoryCounts(
  app: App,
  { id, collectionId }: CollectionScope,
  counted: CountedPaths,
  { signal, isPatient = false }: { readonly signal: AbortSignal; readonly isPatient?: boolean },
): Promise<CatalogInfo> {
  const { relevance, pathField, found } = await inCollection(
    app,
    { id },
    collectionId,
    async (search) => {
      const { pathField } = search.relevance.front.catalog;
      return { relevance: search.relevance, pathField, found: pathField === null ? null : await engineCounts(search, pathField) };
    },
    { signal },
  );
  if (pathField === null || found === null)
    return { path_field: null, categories: [], item_count: 0, without_category: 0, is_counting: false };
  const counts = found.items.size === 0 ? new Map() : await counted(collectionId, pathField, isPatient);
  const countOf = (measure: Measure, path: string): number | null =>
    counts === null ? null : (counts.get(measure)?.get(path) ?? 0);
  const categories = inTreeOrder([...found.items.keys()], relevance.layout.language).map((path): CategoryInfo => ({
    path,
    item_count: found.items.get(path) ?? 0,
    with_picture: countOf('with_picture', path),
    with_price: countOf('with_price', path),
    in_stock: countOf('in_stock', path),
    ...sortedBy(relevance, path),
  }));
  return {
    path_field: pathField,
    categories,
    item_count: found.itemCount,
    without_category: found.itemCount - found.categorisedCount,
    is_counting: counts === null,
  };
}

async function engineCounts({ session }: CollectionSearch, pathField: string) {
  const { facets, totalCount: itemCount } = await session.search({
    ...plainPlan,
    facets: [{ field: pathField, limit: maximumCategories }],
  });
  const items: ReadonlyMap<string, number> = new Map(facets[0]?.values.map(({ value, count }) => [String(value), count]));
  const top = [...items.keys()].filter((path) => !path.includes(pathSeparator));
  const { totalCount: categorisedCount } = await session.search({ ...plainPlan, filters: [{ field: pathField, anyOf: top }] });
  return { items, itemCount, categorisedCount };
}

/** Parents before children, siblings in the order of the language. */
function inTreeOrder(paths: readonly string[], language: string): string[] {
  const compare = compareTexts(language);
  const split = paths.map((path) => ({ path, levels: path.split(pathSeparator) }));
  const order = (one: readonly string[], other: readonly string[]): number => {
    for (let depth = 0; depth < Math.min(one.length, other.length); depth++) {
      const [left = '', right = ''] = [one[depth], other[depth]];
      const difference = compare(left, right) || (left < right ? -1 : left > right ? 1 : 0);
      if (difference !== 0) return difference;
    }
    return one.length - other.length;
  };
  return split.toSorted((one, other) => order(one.levels, other.levels)).map(({ path }) => path);
}

function sortedBy({ front }: CollectionRelease, path: string): Pick<CategoryInfo, 'default_sort' | 'sorted_as'> {
  const { sorts } = front.catalog;
  const sortedAs = levelsOf(path).findLast((one) => sorts.has(one)) ?? null;
  const usual = front.results.catalog.sorts[0] ?? relevanceFirst;
  return { default_sort: sortedAs === null ? usual : (sorts.get(sortedAs) ?? usual), sorted_as: sortedAs };
}
