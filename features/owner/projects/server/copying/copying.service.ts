import { copyCheckItems } from '#features/developer/check-items/server/check-items.service.ts';
import { copyingStore } from './copying.store.ts';
import type { App } from '#server/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

/**
 * Copies what a project is set to into one that is just being made, within the change that makes it: its collections with their fields,
 * relevance and rates, the rules of all kinds, as they are saved, how calls of its shop are answered,
 * and what is watched. Items, users, feeds and secrets stay where they are. Answers the ids of
 * the collections, oldest first.
 */
export async function copySettings(
  db: Database,
  { releases }: Pick<App, 'releases'>,
  from: ProjectScope,
  to: ProjectScope,
): Promise<readonly number[]> {
  const collections = await copyingStore(db).collections(from, to);
  await copyingStore(db).shopCalls(from, to);
  await copyingStore(db).plugin(from, to);
  await releases.copyRules(db, from, to);
  await copyCheckItems(db, from, to);
  return collections;
}

/** The feed of a copy is imported as that of its model, and held for the same reasons. */
export const copyFeedSettings = (db: Database, from: ProjectScope, to: ProjectScope, feedId: number): Promise<void> =>
  copyingStore(db).feedSettings(from, to, feedId);
