import { pathSeparator } from '#contract/item.ts';
import { type Filter, plainPlan } from '#engine/plan.ts';
import type { CatalogInfo, CategoryInfo } from '#features/developer/catalog-settings/catalog-info.contract.ts';
import { toldCategories } from '#features/developer/catalog-settings/catalog-info.contract.ts';
import type { CountedPaths } from './counted-paths.ts';
import { type Measure, measured, measures } from './path-coverage.ts';
import type { App } from '#server/app.ts';
import type { CollectionScope } from '#server/db/row-scope.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';
import type { CollectionRelease, SortChoice } from '#server/rules/releases/live-release.ts';
import { compareTexts } from '#server/search/value-order.ts';

type Counts = ReadonlyMap<string, number>;
interface Counted {
  readonly byMeasure: ReadonlyMap<Measure, Counts>;
  readonly items: Counts;
  readonly itemCount: number;
  readonly categorisedCount: number;
  /** What the engine can't count. */
  readonly left: readonly Measure[];
}

const relevanceFirst: SortChoice = { field: null, order: 'desc' };

export async function categoryCounts(
  app: App,
  { id, collectionId }: CollectionScope,
  counted: CountedPaths,
  { signal, isPatient = false }: { readonly signal: AbortSignal; readonly isPatient?: boolean },
): Promise<CatalogInfo> {
  const ask = async (search: CollectionSearch) => {
    const { pathField } = search.relevance.front.catalog;
    return { relevance: search.relevance, pathField, found: pathField === null ? null : await engineCounts(search, pathField) };
  };
  const { relevance, pathField, found } = await inCollection(app, { id }, collectionId, ask, { signal });
  if (pathField === null || found === null)
    return { path_field: null, categories: [], item_count: 0, without_category: 0, is_counting: false };
  const rest = await counted(collectionId, pathField, { wanted: found.left, isPatient });
  const countOf = (measure: Measure, path: string): number | null => {
    const counts = found.byMeasure.get(measure) ?? rest?.get(measure);
    return counts === undefined ? null : (counts.get(path) ?? 0);
  };
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
    is_counting: rest === null,
  };
}

/** All that the engine counts by itself, in one generation. */
async function engineCounts({ session }: CollectionSearch, pathField: string): Promise<Counted> {
  const indexed = new Set((session.layout?.fields ?? []).filter(({ facet }) => facet).map(({ name }) => name));
  const facets = [{ field: pathField, limit: toldCategories }];
  const ask = (filters: readonly Filter[]) => session.search({ ...plainPlan, filters, facets });
  const countsIn = ({ facets: [facet] }: Awaited<ReturnType<typeof ask>>): Counts =>
    new Map(facet?.values.map(({ value, count }) => [String(value), count]));
  const all = await ask([]);
  const items = countsIn(all);
  const top = [...items.keys()].filter((path) => !path.includes(pathSeparator));
  const { totalCount: categorisedCount } = await session.search({ ...plainPlan, filters: [{ field: pathField, anyOf: top }] });
  const byMeasure = new Map<Measure, Counts>();
  for (const measure of measures) {
    const { field, filter } = measured[measure];
    if (filter !== null && indexed.has(field)) byMeasure.set(measure, countsIn(await ask([filter])));
  }
  const left = measures.filter((measure) => !byMeasure.has(measure));
  return { byMeasure, items, itemCount: all.totalCount, categorisedCount, left };
}

/** Each category before those below it, side by side as people order words. */
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

/** As customers see a category at first, and where that was set. */
function sortedBy({ front }: CollectionRelease, path: string): Pick<CategoryInfo, 'default_sort' | 'sorted_as'> {
  const { sorts } = front.catalog;
  const levels = path.split(pathSeparator);
  const above = levels.map((_name, depth) => levels.slice(0, depth + 1).join(pathSeparator));
  const sortedAs = above.findLast((one) => sorts.has(one)) ?? null;
  const usual = front.results.catalog.sorts[0] ?? relevanceFirst;
  return { default_sort: sortedAs === null ? usual : (sorts.get(sortedAs) ?? usual), sorted_as: sortedAs };
}
