import { all } from '#process-kit/work.ts';
import { maximumPageSize } from '#contract/page.ts';
import {
  type DataQuality,
  type FeedState,
  lookedAtFields,
  readDataQuality,
  readProjectState,
  readTotalQueries,
  readTotalQueriesWithoutResults,
  readTurnover,
} from '#features/dashboard/dashboard.contract.ts';
import { statistics } from '#features/analytics/statistics/server/statistics.service.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import type { Feed } from '#features/data/feeds/feeds.contract.ts';
import { shownFeeds } from '#features/data/feeds/server/feeds.service.ts';
import { frontCallStore } from '#features/front-api/server/front-calls.store.ts';
import { curationRows } from '#features/search-settings/curations/server/curations.store.ts';
import { synonymRows } from '#features/search-settings/synonyms/synonyms.store.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { serve } from '#server/app/serve.ts';

const allFeeds = { search: '', order: 'desc', page: 1, per_page: maximumPageSize } as const;
const firstPage = { search: '', order: 'desc', page: 1, per_page: 1 } as const;

/** Needs a decision. */
const isTroubled = ({ last_import: { state } }: FeedState): boolean =>
  state === 'onHold' || state === 'failed' || state === 'needTagName';

export function serveDashboard(app: App): void {
  const collections = collectionStore(app.db);
  const feeds = shownFeeds(app.db);
  const synonyms = synonymRows(app.db);
  const curations = curationRows(app.db);
  const frontCalls = frontCallStore(app.db);
  const { asked, store, totals, turnover } = statistics(app);

  async function itemCount(project: ProjectScope): Promise<number> {
    const own = await collections.list(project);
    const statuses = await all(own.map(({ id }) => app.engine.status(engineCollection(id))));
    return statuses.reduce((sum, status) => sum + (status?.itemCount ?? 0), 0);
  }

  /** Newest first. */
  async function feedStates(project: ProjectScope): Promise<{ count: number; states: FeedState[] }> {
    const { items, total_count: count } = await feeds.list(project, allFeeds);
    const states = items.flatMap(({ id, name, last_import: last }) => (last ? [{ id, name, last_import: last }] : []));
    return { count, states: states.toSorted((a, b) => b.last_import.id - a.last_import.id) };
  }

  serve(app, readProjectState, async (_input, { project }) => {
    const [items, { count, states }, synonymPage, curationPage, frontCalledAt, since] = await Promise.all([
      itemCount(project),
      feedStates(project),
      synonyms.list(project, firstPage),
      curations.list(project, firstPage),
      frontCalls.lastAt(project),
      store.trackedSince(project),
    ]);
    return {
      item_count: items,
      feed_count: count,
      last_feed: states[0] ?? null,
      troubled_feeds: states.filter(isTroubled),
      front_called_at: frontCalledAt,
      is_tracked: since.search !== null || since.autocomplete !== null,
      has_synonym: synonymPage.total_count > 0,
      has_curation: curationPage.total_count > 0,
    };
  });

  serve(app, readTotalQueries, async (filter, { project }) => totals(await asked(filter, project), 'search_count'));
  serve(app, readTotalQueriesWithoutResults, async (filter, { project }) =>
    totals(await asked(filter, project), 'unfound_count'),
  );

  serve(app, readTurnover, async (filter, { project }) => turnover(await asked(filter, project)));

  /** Counted when the index was built, over the items of all feeds. Null if it never was. */
  async function missingIn(project: ProjectScope, { id, name }: { id: number; name: string }) {
    const fields = await collections.fields(project, id);
    if (fields.length === 0) return [];
    const found = new Map(fields.flatMap(({ name: field, foundCount }) => (foundCount === null ? [] : [[field, foundCount]])));
    if (found.size === 0) return null;
    // Some field is in every item: its address, its name or its price.
    const itemCount = Math.max(...found.values());
    return lookedAtFields.flatMap((field) => {
      const lacking = itemCount - (found.get(field) ?? 0);
      return lacking > 0 ? [{ collection_id: id, collection: name, field, item_count: lacking }] : [];
    });
  }

  serve(app, readDataQuality, async (_input, { project }) => {
    const [own, { items: all }] = await Promise.all([collections.list(project), feeds.list(project, allFeeds)]);
    const missing = await Promise.all(own.map((collection) => missingIn(project, collection)));
    const known = missing.filter((one) => one !== null);
    return { is_whole: known.length === missing.length, missing: known.flat(), unpublished: all.flatMap(unpublishedOf) };
  });
}

function unpublishedOf({ id, name, last_import: last }: Feed): DataQuality['unpublished'] {
  return (last?.warnings ?? []).flatMap((warning) =>
    warning.code === 'unpublishedItems' ? [{ feed_id: id, feed: name, item_count: Number(warning.details['count']) }] : [],
  );
}
