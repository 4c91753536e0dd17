import type { FeedRow } from '#features/data/feed-settings/server/feeds.store.ts';
import type { FeedRecord } from '#feeds/feed-record.ts';
import { eventKind } from '#server/events.ts';
import type { Database } from '#server/db/schema.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { ImportFailure } from '#features/data/imports/imports.contract.ts';
import type { AskedBy, BuiltImport } from './imports.task.ts';

/*
 * What others do about imports. A server may be killed between any two listeners. The job of the import is then run again and tells
 * again, so every listener bears being told twice.
 */

interface OfFeed {
  readonly project: ProjectScope;
  readonly feed: FeedRow;
}

export interface ImportEnd extends OfFeed {
  /** How it ended. A held import ends once more when someone publishes or drops it. */
  readonly state: 'done' | 'held' | 'dropped' | 'asDropped' | 'unchanged' | 'failed' | 'needTagName';
  readonly askedBy: AskedBy;
  /** null when it went well. */
  readonly failure: ImportFailure | null;
  /** How long a busy host asked to be left alone. */
  readonly retryAfterSeconds: number | null;
}

export interface BuiltImportOfFeed extends OfFeed {
  readonly built: BuiltImport;
}

export type ImportWrite = (db: Database) => Promise<unknown>;

export interface ComingImport extends BuiltImportOfFeed {
  /** Adds what is to be written together with the release. What takes long is best prepared before. */
  readonly inRelease: (write: ImportWrite) => void;
}

export interface SampledFeed extends OfFeed {
  /** Some of its records, as they stand in it. */
  readonly records: readonly FeedRecord[];
}

export const feedSampled = eventKind<SampledFeed>('feedSampled');
export const importGoesLive = eventKind<ComingImport>('importGoesLive');
export const importIsLive = eventKind<BuiltImportOfFeed>('importIsLive');
/** An import has ended. Told before its row says so. */
export const importEnded = eventKind<ImportEnd>('importEnded');
/** An import of a project waits for room on the server's disk. Told again and again as long as it does. */
export const importLacksRoom = eventKind<{ readonly project: ProjectScope }>('importLacksRoom');
export const importsHaveRoom = eventKind<Record<never, never>>('importsHaveRoom');
