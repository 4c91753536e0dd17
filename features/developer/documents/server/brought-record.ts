import { findRecord } from '#features/data/brought-records/brought-records.service.ts';
import { feedStore } from '#features/data/feed-settings/feeds.store.ts';
import { ownName } from '#feeds/mapping/own-name.ts';
import type { BroughtRecord } from '#features/developer/documents/documents.contract.ts';
import { jsonOf } from '#server-kit/db/json-column.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';

interface Mapped {
  readonly from: string;
  readonly to: string | null;
}

/** What a feed has of an item, with what its fields become; null where its record isn't kept. */
export async function broughtRecord(
  app: App,
  project: ProjectScope,
  collectionId: number,
  feedId: number,
  itemId: string,
): Promise<BroughtRecord | null> {
  const [feed, record] = await Promise.all([
    feedStore(app.db).row(project, feedId),
    findRecord(app, collectionId, feedId, itemId),
  ]);
  if (!feed || !record) return null;
  const mapping = jsonOf<readonly Mapped[]>(feed.mapping, [], 'feed.mapping', feed.id);
  return {
    feed_id: feed.id,
    feed: feed.name,
    position: record.position,
    line: record.line ?? null,
    fields: Object.entries(record.fields).map(([name, value]) => ({ name, value, becomes: becomes(name, mapping) })),
  };
}

/**
 * Several fields that become one stand in a mapping as people read it, `width + unit` or `ean, gtin`. Fields that came later than the
 * mapping was made keep their own names. The sample shop's items need no mapping.
 */
function becomes(name: string, mapping: readonly Mapped[]): string[] {
  if (mapping.length === 0) return [name];
  const mapped = mapping.filter(({ from }) => from === name || from.split(/ \+ |, /).includes(name));
  return mapped.length === 0 ? [ownName(name)] : mapped.flatMap(({ to }) => to ?? []);
}
