import { addDays, dayOf } from '#contract/days.ts';
import { maximumPageSize } from '#contract/page.ts';
import { type FeedState, readProjectState, tookDays } from '#features/dashboard/dashboard.contract.ts';
import { statistics } from '#features/analytics/statistics/server/statistics.service.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { shownFeeds } from '#features/data/feeds/server/feeds.service.ts';
import { frontCallStore } from '#features/front-api/server/front-calls.store.ts';
import { curationRows } from '#features/search-settings/curations/server/curations.store.ts';
import { synonymRows } from '#features/search-settings/synonyms/synonyms.store.ts';
import type { SelectedProject } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { serve } from '#server/app/serve.ts';

const allFeeds = { search: '', order: 'desc', page: 1, per_page: maximumPageSize } as const;
const firstPage = { search: '', order: 'desc', page: 1, per_page: 1 } as const;

/** Needs a decision. */
const isTroubled = ({ last_import: { state } }: FeedState): boolean =>
  state === 'held' || state === 'failed' || state === 'needTagName';

export function serveDashboard(app: App): void {
  const collections = collectionStore(app.db);
  const feeds = shownFeeds(app.db);
  const synonyms = synonymRows(app.db);
  const curations = curationRows(app.db);
  const frontCalls = frontCallStore(app.db);
  const { store, took } = statistics(app);

  async function filledCollections(project: SelectedProject) {
    const own = await collections.list(project);
    const statuses = await Promise.all(own.map(({ id }) => app.engine.status(engineCollection(id))));
    return {
      collections: own.map(({ id, name }, at) => ({ id, name, item_count: statuses[at]?.itemCount ?? 0 })),
      is_live: statuses.some((status) => status !== null),
    };
  }

  async function feedStates(
    project: SelectedProject,
  ): Promise<{ readonly count: number; readonly states: readonly FeedState[] }> {
    const { items, total_count: count } = await feeds.list(project, allFeeds);
    const states = items.flatMap(({ id, name, last_import: last }) => (last ? [{ id, name, last_import: last }] : []));
    // Ids ascend in time.
    return { count, states: states.toSorted((a, b) => b.last_import.id - a.last_import.id) };
  }

  function tookLately(project: SelectedProject) {
    const today = dayOf(Date.now(), project.timeZone);
    const range = { start: addDays(today, 1 - tookDays), end: today };
    return took({ project, range, language: '', resultObject: 'search' });
  }

  serve(app, readProjectState, async (_input, { project }) => {
    const [filled, { count, states }, synonymPage, curationPage, frontCalledAt, since, tookTime] = await Promise.all([
      filledCollections(project),
      feedStates(project),
      synonyms.list(project, firstPage),
      curations.list(project, firstPage),
      frontCalls.lastAt(project),
      store.trackedSince(project),
      tookLately(project),
    ]);
    return {
      ...filled,
      item_count: filled.collections.reduce((sum, { item_count: items }) => sum + items, 0),
      feed_count: count,
      last_feed: states[0] ?? null,
      troubled_feeds: states.filter(isTroubled),
      front_called_at: frontCalledAt,
      is_tracked: since.search !== null || since.autocomplete !== null,
      took: tookTime,
      has_synonym: synonymPage.total_count > 0,
      has_curation: curationPage.total_count > 0,
    };
  });
}
