import type { FeedRow } from '#features/data/feed-settings/feeds.store.ts';
import type { BuiltImport, ImportOutcome } from './imports.task.ts';
import type { App } from '#server-kit/app.ts';
import { isDiskFull } from '#server-kit/disk-full.ts';
import { engineCollection } from '#server-kit/project-search.ts';
import { storageFailure } from '#server-kit/storage-failure.ts';

/**
 * How an import ends whose publishing has failed; null when it has to be done again. What it has built takes room and is of no use
 * any more, unless it is live already.
 */
export async function outcomeOfFailedPublishing(
  app: App,
  feed: FeedRow,
  built: BuiltImport,
  error: unknown,
): Promise<ImportOutcome | null> {
  const reason = storageFailure(error);
  if (!isDiskFull(error) && reason === null) return null;
  const collection = engineCollection(feed.collection_id);
  const live = await app.engine.status(collection);
  if (live?.generation === built.generation) return null;
  // A disk that takes nothing may not let go of anything either; the next build removes it then.
  await app.engine.discard(collection, built.generation).catch(() => undefined);
  // It is imported again once there is room.
  if (reason === null || isDiskFull(error)) return null;
  return { kind: 'failed', failure: { code: 'storageFailed', details: { reason } }, retryAfterSeconds: null };
}
