import { type Page, type PageQuery } from '#contract/page.ts';
import type { Feed } from '#features/data/feeds/feeds.contract.ts';
import { feedStore } from '#features/data/feed-settings/server/feeds.store.ts';
import { type StoredFeed } from '#features/data/feed-settings/feed.contract.ts';
import { lastImports } from '#features/data/imports/server/imports.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

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
