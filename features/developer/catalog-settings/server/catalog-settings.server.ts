import * as z from 'zod/mini';
import {
  type CategoryInfo,
  downloadCatalogInfo,
  openCatalogDownload,
  readCatalogInfo,
  type CatalogInfo,
  maximumCategories,
} from '#features/developer/catalog-settings/catalog-info.contract.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import type { App } from '#server/app/app.ts';
import { csvText } from '#server/formats/csv.ts';
import { collectionOf, type CollectionScope, searchText } from '#server/db/row-scope.ts';
import { FileAnswer, serve } from '#server/app/serve.ts';
import { downloadTickets } from '#server/app/download-tickets.ts';
import { pathSeparator } from '#contract/item.ts';
import { type Filter, plainPlan } from '#engine/plan.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';
import { compareTexts } from '#server/search/shown-answer.ts';

async function categoryCounts(app: App, { id, collectionId }: CollectionScope, signal: AbortSignal): Promise<CatalogInfo> {
  return inCollection(
    app,
    { id },
    collectionId,
    async (search) => {
      const { layout, front } = search.relevance;
      const { pathField } = front.catalog;
      if (pathField === null) return { path_field: null, categories: [], item_count: 0, without_category: 0 };
      const isCounted = (name: string) => layout.fields.some((field) => field.name === name && field.facet);
      const all = await counted(search, pathField, []);
      const priced = isCounted('price') ? await counted(search, pathField, [{ field: 'price', from: 0 }]) : null;
      const stocked = isCounted('availability')
        ? await counted(search, pathField, [{ field: 'availability', anyOf: ['in_stock'] }])
        : null;
      const top = [...all.items.keys()].filter((path) => !path.includes(pathSeparator));
      const { totalCount } = await search.session.search({ ...plainPlan, filters: [{ field: pathField, anyOf: top }] });
      const categories = inTreeOrder([...all.items.keys()], layout.language).map((path): CategoryInfo => ({
        path,
        item_count: all.items.get(path) ?? 0,
        with_price: priced && (priced.items.get(path) ?? 0),
        in_stock: stocked && (stocked.items.get(path) ?? 0),
      }));
      return { path_field: pathField, categories, item_count: all.itemCount, without_category: all.itemCount - totalCount };
    },
    { signal },
  );
}

/** Items by category, those of its subcategories included. */
async function counted({ session }: CollectionSearch, pathField: string, filters: readonly Filter[]) {
  const facets = [{ field: pathField, limit: maximumCategories }];
  const { facets: counts, totalCount: itemCount } = await session.search({ ...plainPlan, filters, facets });
  return { items: new Map(counts[0]?.values.map(({ value, count }) => [String(value), count])), itemCount };
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

const holds = z.object({ id: z.number(), collectionId: z.number() });

export const catalogTickets = (app: App, now?: () => number) =>
  downloadTickets(app, { name: 'catalogue download', holds, needs: 'developer', ...(now && { now }) });

export function serveCatalogSettings(app: App): void {
  const tickets = catalogTickets(app);

  serve(app, readCatalogInfo, async ({ c }, { project }, _upload, signal) =>
    categoryCounts(app, await collectionOf(app.db, project, c), signal),
  );

  serve(app, openCatalogDownload, async ({ c }, caller) =>
    tickets.link(downloadCatalogInfo.path, caller, await collectionOf(app.db, caller.project, c)),
  );

  serve(app, downloadCatalogInfo, async ({ ticket }, _caller, _upload, signal) => {
    const opened = await tickets.take(ticket);
    const scope = await collectionOf(app.db, opened, opened.collectionId);
    const { categories } = await categoryCounts(app, scope, signal);
    return new FileAnswer(csvText(header, categories.map(lineOf)), `${await nameOf(app, scope)}.csv`);
  });
}

const header = ['path', 'items', 'with_price', 'in_stock'];

const lineOf = ({ path, item_count, with_price, in_stock }: CategoryInfo) => [path, item_count, with_price, in_stock];

/** `Kuchyň 2` is `kuchyn-2`. */
async function nameOf({ db }: App, { id, collectionId }: CollectionScope): Promise<string> {
  const collection = await collectionStore(db).find({ id }, collectionId);
  const name = searchText([collection?.name ?? ''])
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `${name || 'collection'}-categories`;
}
