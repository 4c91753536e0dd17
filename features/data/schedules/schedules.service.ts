import type { FeedRow } from '#features/data/feeds/feeds.store.ts';
import { scheduleStore } from './schedules.store.ts';
import type { Validators } from '#feeds/safe-fetch.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { engineCollection } from '#server-kit/project-search.ts';

/**
 * What to ask a host with whether anything is new since the live items were read. Null when they have to be read again whatever the
 * host says: there are none, or the feed's settings have changed.
 */
export async function validatorsOf(app: App, project: ProjectScope, feed: FeedRow): Promise<Validators | null> {
  const schedule = await scheduleStore(app.db).find(project, feed.id);
  if (!schedule || feed.need_import === 1) return null;
  const { etag, last_modified: lastModified } = schedule;
  if (etag === null && lastModified === null) return null;
  return (await app.engine.status(engineCollection(feed.collection_id))) && { etag, lastModified };
}

/** Remembers what the host said with the items that are live now. */
export async function keepValidators(app: App, project: ProjectScope, feed: FeedRow, given: Validators): Promise<void> {
  const schedules = scheduleStore(app.db);
  await schedules.addMissing();
  await schedules.update(project, feed.id, { etag: given.etag, last_modified: given.lastModified });
}
