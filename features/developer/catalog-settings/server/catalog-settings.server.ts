import {
  type CategoryInfo,
  downloadCatalogInfo,
  openCatalogDownload,
  readCatalogInfo,
} from '#features/developer/catalog-settings/catalog-info.contract.ts';
import { categoryCounts } from './category-counts.ts';
import { countedPaths } from './counted-paths.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import type { App } from '#server/app/app.ts';
import { csvText } from '#server/formats/csv.ts';
import { collectionOf, type CollectionScope, searchText } from '#server/db/row-scope.ts';
import { FileAnswer, serve } from '#server/app/serve.ts';
import * as z from 'zod/mini';
import { downloadTickets } from '#server/app/download-tickets.ts';

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
