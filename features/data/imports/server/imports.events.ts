import type { FeedRow } from '#features/data/feed-settings/server/feeds.store.ts';
import type { FeedRecord } from '#feeds/feed-record.ts';
import { eventKind } from '#server/base/events.ts';
import type { Database } from '#server/db/schema.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { ImportCounts, ImportFailure } from '#features/data/imports/imports.contract.ts';
import type { AskedBy, BuiltImport } from './imports.task.ts';

/* A server may be killed between two listeners, and the job that runs again sends the event again: listeners are idempotent. */

interface OfFeed {
  readonly project: ProjectScope;
  readonly feed: FeedRow;
}

export interface ImportEnd extends OfFeed {
  /** An import on hold ends once more when it is published or discarded. */
  readonly state: 'done' | 'onHold' | 'discarded' | 'sameAsDiscarded' | 'unchanged' | 'failed' | 'needTagName';
  readonly askedBy: AskedBy;
  readonly failure: ImportFailure | null;
  /** The Retry-After of a busy host. */
  readonly retryAfterSeconds: number | null;
  /** Absent if nothing was built. */
  readonly counts?: Pick<ImportCounts, 'added' | 'changed' | 'removed'>;
}

/** The rest of an `ImportEnd` without a failure. */
export const endedWell = { failure: null, retryAfterSeconds: null } as const;

interface BuiltImportOfFeed extends OfFeed {
  readonly built: BuiltImport;
}

export type ImportWrite = (db: Database) => Promise<unknown>;

export interface ComingImport extends BuiltImportOfFeed {
  /** Adds a write to the transaction of the release. */
  readonly inRelease: (write: ImportWrite) => void;
}

export interface SampledFeed extends OfFeed {
  readonly records: readonly FeedRecord[];
}

export const feedSampled = eventKind<SampledFeed>('feedSampled');
export const importGoesLive = eventKind<ComingImport>('importGoesLive');
export const importIsLive = eventKind<BuiltImportOfFeed>('importIsLive');
/** Sent before the row of the import says so. */
export const importEnded = eventKind<ImportEnd>('importEnded');
/** An import waits for disk space. Sent repeatedly. */
export const importLacksRoom = eventKind<{ readonly project: ProjectScope }>('importLacksRoom');
export const importsHaveRoom = eventKind<Record<never, never>>('importsHaveRoom');
