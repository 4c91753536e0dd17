import { type Change, changeWithin, type ToldChanges } from './change-release.ts';
import { historyStore, type PastChange } from './history.store.ts';
import { releasedRowStore } from './released-rows.store.ts';
import { restoreRows, type StayingRow } from './restore-rows.ts';
import type { AnySource } from './rule-source.ts';
import { type RowKey, waitingRowStore } from './waiting-rows.store.ts';
import { foundIn } from '#server-kit/found-in.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';
import { fail } from '#server-kit/fail.ts';

/** A release, or one row of it. */
export interface Wanted {
  readonly number: number;
  readonly row?: RowKey | undefined;
}

export interface Restored {
  /** Rows that stay as they are, each with why. */
  readonly staying: readonly StayingRow[];
}

/** What restoring would do. */
export interface RestorePreview extends Restored {
  /** The release that it is compared with. */
  readonly liveNumber: number;
  readonly counts: ToldChanges['counts'];
  /** As live, and as they would be; the first of them where there are very many. */
  readonly changes: readonly PastChange[];
  /** Saved changes that are not live yet and would be lost. */
  readonly lostCount: number;
}

/** What a release is restored with: all that it touches goes live with it. */
export const restoring = (userId: number | null, { number }: Wanted, sources: readonly AnySource[]): Change => ({
  userId,
  reason: 'restore',
  restored: number,
  live: sources.map(({ key }) => key),
});

/** Within a change, which holds the project: nobody else makes a release meanwhile. */
export async function restoreWithin(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  { number, row }: Wanted,
  seen?: number,
): Promise<Restored> {
  const live = await releasedRowStore(db).number(project);
  if (seen !== undefined && seen !== live) throw fail('releaseMeanwhile');
  if (!foundIn(await historyStore(db).isKept(project, number), 'release')) throw fail('releaseNotKept');
  return { staying: await restoreRows(db, project, sources, number, row ?? null) };
}

/** Restores, and tells what that did. Whoever asks undoes it. */
export async function previewWithin(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  wanted: Wanted,
  now: () => number,
): Promise<RestorePreview> {
  const liveNumber = await releasedRowStore(db).lock(project);
  const waiting = waitingRowStore(db);
  const before = await waiting.list(project);
  const { done, number } = await changeWithin(
    db,
    project,
    sources,
    restoring(null, wanted, sources),
    (handle) => restoreWithin(handle, project, sources, wanted),
    now,
  );
  const made = number === liveNumber ? null : await historyStore(db).find(project, number);
  const lostCount = before.length - (await waiting.list(project)).length;
  return { ...done, liveNumber, counts: made?.counts ?? {}, changes: made?.changes ?? [], lostCount };
}
