import type { Page, PageQuery } from '#contract/page.ts';
import type { Feed } from '#features/data/feeds/feeds.contract.ts';
import { feedStore } from '#features/data/feed-settings/server/feeds.store.ts';
import type { StoredFeed } from '#features/data/feed-settings/feed.contract.ts';
import { lastImports } from '#features/data/imports/server/imports.store.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { importReportStore } from '#features/data/imports/server/import-report.store.ts';
import { endImportsIn, stopImport } from '#features/data/imports/server/imports.service.ts';
import { GenerationStateError } from '#engine/port-errors.ts';
import type { App } from '#server/app/app.ts';
import { engineCollection } from '#server/search/project-search.ts';

export const shownFeeds = (db: Database) => {
  const feeds = feedStore(db);

  async function withLastImports(project: ProjectScope) {
    const imports = await lastImports(db, project);
    return (feed: StoredFeed): Feed => {
      const last = imports.get(feed.id) ?? null;
      return { ...feed, total_count: last?.imported_count ?? 0, last_import: last };
    };
  }

  return {
    async list(project: ProjectScope, query: PageQuery): Promise<Page<Feed>> {
      const shown = await withLastImports(project);
      const page = await feeds.list(project, query);
      return { ...page, items: page.items.map(shown) };
    },

    async find(project: ProjectScope, id: number): Promise<Feed | null> {
      const shown = await withLastImports(project);
      const feed = await feeds.find(project, id);
      return feed && shown(feed);
    },
  };
};

const jobKind = 'removeFeedItems';

interface RemovalJob {
  readonly collection: string;
  readonly feedId: number;
}

/** Items are deleted in the background. Throws `notFound` and `importGoesLive`. */
export async function removeFeedOf(app: App, project: ProjectScope, feedId: number, withItems: boolean): Promise<void> {
  const feed = await feedStore(app.db).known(project, feedId);
  const collection = engineCollection(feed.collection_id);
  const { importId, onHold } = await app.db.transaction().execute(async (transaction) => {
    const ended = await endImportsIn(transaction, project, feedId);
    const replaced = await importReportStore(transaction).discardOnHold(project, feedId);
    await feedStore(transaction).remove(project, feedId);
    const job: RemovalJob = { collection, feedId };
    if (withItems) await app.jobs.enqueue(jobKind, String(feedId), job, transaction);
    return { importId: ended, onHold: replaced };
  });
  if (importId !== null) await stopImport(app, importId);
  for (const generation of onHold) await app.engine.discard(collection, generation);
}

export function removeFeedItems(app: App): void {
  async function run({ collection, feedId }: RemovalJob, signal: AbortSignal): Promise<void> {
    let after: string | null = null;
    do {
      signal.throwIfAborted();
      const page = await app.engine.idsOfSource(collection, feedId, after);
      // Items that now belong to another source stay.
      await changeIfLive(page.ids.map((id) => ({ kind: 'remove', id, source: feedId }) as const));
      after = page.next;
    } while (after !== null);

    async function changeIfLive(changes: Parameters<App['engine']['change']>[1]): Promise<void> {
      try {
        if (changes.length > 0) await app.engine.change(collection, changes);
      } catch (error) {
        if (!(error instanceof GenerationStateError)) throw error;
      }
    }
  }

  app.jobs.handle<RemovalJob>(jobKind, run, { atOnce: 1, onParked: () => Promise.resolve() });
}
