import { maximumPageSize } from '#contract/page.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import type { Feed } from '#features/data/feeds/feeds.contract.ts';
import { shownFeeds } from '#features/data/feeds/server/feeds.service.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { serve } from '#server/app/serve.ts';
import {
  type DataQuality,
  lookedAtFields,
  newsHours,
  readDataQuality,
} from '#features/dashboard/data-quality/data-quality.contract.ts';
import { newsSince } from './data-quality.store.ts';

const allFeeds = { search: '', order: 'desc', page: 1, per_page: maximumPageSize } as const;
const hourMs = 60 * 60 * 1_000;
/** Imports with these states have counted items. */
const counted: ReadonlySet<string> = new Set(['done', 'unchanged']);

export function serveDataQuality(app: App): void {
  const collections = collectionStore(app.db);
  const feeds = shownFeeds(app.db);

  /** Null if several feeds fill it. */
  async function missingIn(project: ProjectScope, { id, name }: { id: number; name: string }, all: readonly Feed[]) {
    const [feed, other] = all.filter(({ collection_id: of }) => of === id);
    const last = feed?.last_import;
    if (feed === undefined) return [];
    if (last == null || other !== undefined || !counted.has(last.state)) return null;
    const fields = await collections.fields(project, id, lookedAtFields);
    const found = new Map(fields.map(({ name: field, foundCount }) => [field, foundCount]));
    return lookedAtFields.flatMap((field) => {
      const lacking = last.imported_count - (found.get(field) ?? 0);
      return lacking > 0 ? [{ collection_id: id, collection: name, field, item_count: lacking }] : [];
    });
  }

  serve(app, readDataQuality, async (_input, { project }) => {
    const [own, { items: all }, news] = await Promise.all([
      collections.list(project),
      feeds.list(project, allFeeds),
      newsSince(app.db, project, Date.now() - newsHours * hourMs),
    ]);
    const missing = await Promise.all(own.map((collection) => missingIn(project, collection, all)));
    const known = missing.filter((one) => one !== null);
    return { is_whole: known.length === missing.length, missing: known.flat(), unpublished: all.flatMap(unpublishedOf), news };
  });
}

function unpublishedOf({ id, name, last_import: last }: Feed): DataQuality['unpublished'] {
  return (last?.warnings ?? []).flatMap((warning) =>
    warning.code === 'unpublishedItems' ? [{ feed_id: id, feed: name, item_count: Number(warning.details['count']) }] : [],
  );
}
