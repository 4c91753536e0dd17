import { maximumPageSize } from '#contract/page.ts';
import { readProjectState } from './dashboard.contract.ts';
import { collectionStore } from '#features/data/collections/collections.store.ts';
import { shownFeeds } from '#features/data/feeds/shown-feeds.service.ts';
import { frontCallStore } from '#features/front-api/front-calls.store.ts';
import { synonymRows } from '#features/search-settings/synonyms/synonyms.store.ts';
import type { App } from '#server-kit/app.ts';
import { engineCollection } from '#server-kit/project-search.ts';
import { serve } from '#server-kit/serve.ts';

/** Of feeds, all that a project has for practical purposes. */
const allFeeds = { search: '', order: 'desc', page: 1, per_page: maximumPageSize } as const;
const firstPage = { search: '', order: 'desc', page: 1, per_page: 1 } as const;

export function serveDashboard(app: App): void {
  const collections = collectionStore(app.db);
  const feeds = shownFeeds(app.db);
  const synonyms = synonymRows(app.db);
  const frontCalls = frontCallStore(app.db);

  serve(app, readProjectState, async (_input, { project }) => {
    const [feedPage, synonymPage, ownCollections, frontCalledAt] = await Promise.all([
      feeds.list(project, allFeeds),
      synonyms.list(project, firstPage),
      collections.list(project),
      frontCalls.lastAt(project),
    ]);
    const statuses = await Promise.all(ownCollections.map(({ id }) => app.engine.status(engineCollection(id))));
    const itemCount = statuses.reduce((sum, status) => sum + (status?.itemCount ?? 0), 0);
    const [lastFeed] = feedPage.items;
    const lastImport = lastFeed?.last_import ?? null;
    const heldFeed = feedPage.items.find((feed) => feed.last_import?.state === 'held');
    return {
      item_count: itemCount,
      is_live: statuses.some((status) => status !== null),
      feed_count: feedPage.total_count,
      last_feed_id: lastFeed?.id ?? null,
      last_import: lastImport,
      held_feed_id: heldFeed?.id ?? null,
      front_called_at: frontCalledAt,
      steps: [
        { name: 'addFeed' as const, is_done: itemCount > 0 },
        ...(heldFeed ? [{ name: 'decideImport' as const, is_done: false }] : []),
        ...(lastImport && lastImport.error_count > 0 ? [{ name: 'fixErrors' as const, is_done: false }] : []),
        { name: 'addSynonym' as const, is_done: synonymPage.total_count > 0 },
        { name: 'connectShop' as const, is_done: frontCalledAt !== null },
      ],
    };
  });
}
