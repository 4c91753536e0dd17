import * as z from 'zod/mini';
import {
  type CategoryInfo,
  downloadCatalogInfo,
  openCatalogDownload,
  readCatalogInfo,
  type CatalogInfo,
  maximumCategories,
} from '#features/developer/catalog-settings/catalog-info.contract.ts';
import { countedPaths, type CountedPaths, levelsOf, type Measure } from './counted-paths.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import type { App } from '#server/app/app.ts';
import { csvText } from '#server/formats/csv.ts';
import { collectionOf, type CollectionScope, searchText } from '#server/db/row-scope.ts';
import { FileAnswer, serve } from '#server/app/serve.ts';
import { downloadTickets } from '#server/app/download-tickets.ts';
import { pathSeparator } from '#contract/item.ts';
import { plainPlan } from '#engine/plan.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';
import type { CollectionRelease, SortChoice } from '#server/rules/releases/live-release.ts';
import { compareTexts } from '#server/search/value-order.ts';

const relevanceFirst: SortChoice = { field: null, order: 'desc' };

async function categoryCounts(
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

const holds = z.object({ id: z.number(), collectionId: z.number() });

export const catalogTickets = (app: App, now?: () => number) =>
  downloadTickets(app, { name: 'catalogue download', holds, needs: 'developer', ...(now && { now }) });

export function serveCatalogSettings(app: App): void {
  const counted = countedPaths(app);
  const tickets = catalogTickets(app);

  serve(app, readCatalogInfo, async ({ c }, { project }, _upload, signal) =>
    categoryCounts(app, await collectionOf(app.db, project, c), counted, { signal }),
  );

  serve(app, openCatalogDownload, async ({ c }, caller) =>
    tickets.link(downloadCatalogInfo.path, caller, await collectionOf(app.db, caller.project, c)),
  );

  serve(app, downloadCatalogInfo, async ({ ticket }, _caller, _upload, signal) => {
    const opened = await tickets.take(ticket);
    const scope = await collectionOf(app.db, opened, opened.collectionId);
    const { categories } = await categoryCounts(app, scope, counted, { signal, isPatient: true });
    return new FileAnswer(csvText(header, categories.map(lineOf)), `${await nameOf(app, scope)}.csv`);
  });
}

const header = ['path', 'items', 'with_picture', 'with_price', 'in_stock', 'default_sort', 'sorted_as'];

const lineOf = ({ default_sort: { field, order }, ...category }: CategoryInfo) => [
  category.path,
  category.item_count,
  category.with_picture,
  category.with_price,
  category.in_stock,
  field === null ? '' : `${field}:${order}`,
  category.sorted_as,
];

/** `Kuchyň 2` is `kuchyn-2`. */
async function nameOf({ db }: App, { id, collectionId }: CollectionScope): Promise<string> {
  const collection = await collectionStore(db).find({ id }, collectionId);
  const name = searchText([collection?.name ?? ''])
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `${name || 'collection'}-categories`;
}
