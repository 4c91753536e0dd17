import { maximumPageSize } from '#contract/page.ts';
import type { ImportCounts } from '#features/data/imports/import-report.contract.ts';
import { collectionStore } from '#features/data/collections/collections.store.ts';
import type { Feed } from '#features/data/feeds/feeds.contract.ts';
import { shownFeeds } from '#features/data/feeds/shown-feeds.service.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { jsonOf } from '#server-kit/db/json-column.ts';
import { serve } from '#server-kit/serve.ts';
import { type DataQuality, lookedAtFields, newsHours, readDataQuality } from './data-quality.contract.ts';

/** Of feeds, all that a project has for practical purposes. */
const allFeeds = { search: '', order: 'desc', page: 1, per_page: maximumPageSize } as const;
const hourMs = 60 * 60 * 1_000;
/** An import that ended so has counted what its items have. */
const counted: ReadonlySet<string> = new Set(['done', 'unchanged']);

export function serveDataQuality(app: App): void {
  const collections = collectionStore(app.db);
  const feeds = shownFeeds(app.db);

  /** Of a collection that several feeds fill, nobody counts all items: null. */
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

  async function newsOf(project: ProjectScope): Promise<DataQuality['news']> {
    const since = Date.now() - newsHours * hourMs;
    const imports = await app.db
      .selectFrom('import')
      .where('project_id', '=', project.id)
      .where('state', '=', 'done')
      .where('finished_at', '>=', since)
      .select(['id', 'counts'])
      .execute();
    const { count } = await app.db
      .selectFrom('release')
      .where('project_id', '=', project.id)
      .where('created_at', '>=', since)
      .where('user_id', 'is not', null)
      // The one that a project begins with changes nothing.
      .where('number', '>', 1)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const counts = imports.map((row) => jsonOf<ImportCounts | null>(row.counts, null, 'import.counts', row.id));
    const sum = (name: 'added' | 'changed' | 'removed') => counts.reduce((total, one) => total + (one?.[name] ?? 0), 0);
    return {
      import_count: imports.length,
      added: sum('added'),
      changed: sum('changed'),
      removed: sum('removed'),
      release_count: Number(count),
    };
  }

  serve(app, readDataQuality, async (_input, { project }) => {
    const [own, { items: all }, news] = await Promise.all([
      collections.list(project),
      feeds.list(project, allFeeds),
      newsOf(project),
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
