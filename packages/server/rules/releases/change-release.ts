import { type Difference, differencesOf } from './differences.ts';
import { releasedRowStore } from './released-rows.store.ts';
import type { RowChange } from './row-change.ts';
import type { AnySource } from './rule-source.ts';
import { toldChanges } from './told-changes.ts';
import { type Touched, TouchedRows } from './touched-rows.ts';
import { type WaitingFilter, waitingRowStore } from './waiting/waiting-rows.store.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

export interface Who {
  /** null for the server itself. */
  readonly userId: number | null;
  readonly reason: string;
}

/** Who changes something, why, and what of it doesn't wait. */
export interface Change extends Who {
  /** Keys of sources whose rows otherwise wait; those that this change touches go live with it. */
  readonly live?: readonly string[];
  /** Rows that would otherwise wait, those that it touches included, and go live with it. */
  readonly publishes?: WaitingFilter;
  /** For a project that is made by it: all that is saved goes live. */
  readonly isFirst?: boolean;
  /** The release whose rows are written again. */
  readonly restored?: number;
}

export interface ToldChanges {
  readonly rows: readonly RowChange[];
  /** Of all, by source and kind. */
  readonly counts: Readonly<Record<string, Partial<Record<RowChange['kind'], number>>>>;
}

/** Takes versions of rows over into the next release, if there are any. Answers the number of the live release. */
export async function release(
  db: Database,
  project: ProjectScope,
  last: number,
  changed: readonly Difference[],
  { userId, reason, restored, now }: Who & { readonly restored?: number | undefined; readonly now: number },
): Promise<number> {
  if (changed.length === 0) return last;
  const number = last + 1;
  const released = releasedRowStore(db);
  for (const [source, ofSource] of Map.groupBy(changed, (one) => one.source)) {
    await released.end(
      project,
      source,
      ofSource.filter(({ kind }) => kind !== 'added').map(({ id }) => id),
      number,
    );
  }
  await released.begin(
    project,
    changed.flatMap(({ version }) => version ?? []),
    number,
  );
  await released.addRelease(project, {
    number,
    user_id: userId,
    reason,
    restored_number: restored ?? null,
    changes: JSON.stringify(told(changed)),
    created_at: now,
  });
  crashPoint('release:written');
  return number;
}

const toldOf = ({ version: _version, isSilent: _isSilent, ...change }: Difference): RowChange => change;

function told(changed: readonly Difference[]): ToldChanges {
  const counts: Record<string, Partial<Record<RowChange['kind'], number>>> = {};
  for (const { source, kind } of changed) {
    const ofSource = (counts[source] ??= {});
    ofSource[kind] = (ofSource[kind] ?? 0) + 1;
  }
  return { rows: toldChanges(changed).map(toldOf), counts };
}

/**
 * Does some writing and makes the next release of it, in the transaction of `db`: whoever is cut off leaves nothing, or all. What waits
 * for its moment is noted. Whatever else changes the project's rules meanwhile comes after it.
 */
export async function changeWithin<Done>(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  { userId, reason, live = [], publishes, isFirst = false, restored }: Change,
  work: (db: Database, touched: TouchedRows) => Promise<Done>,
  now: () => number,
): Promise<{ done: Done; number: number }> {
  const number = await releasedRowStore(db).lock(project);
  const last = number > 0 || isFirst ? number : await firstRelease(db, project, sources, now());
  const touched = new TouchedRows();
  const done = await work(db.withPlugin(touched.plugin), touched);
  crashPoint('release:rowsWritten');
  const at = now();
  const changed: Difference[] = [];
  for (const source of sources) {
    const rows: Touched | null = isFirst ? 'any' : touched.of(source);
    if (rows === null) continue;
    const found = await differencesOf(db, project, source, rows, at);
    const isLive = source.goesLive === 'atOnce' || live.includes(source.key) || isFirst;
    const [going, waiting] = isLive ? [found, []] : [found.filter((one) => one.isSilent), found.filter((one) => !one.isSilent)];
    changed.push(...going);
    if (!isLive) await noteWaiting(db, project, source.key, rows, waiting, { userId, changedAt: at });
    else
      await waitingRowStore(db).remove(
        project,
        source.key,
        going.map(({ id }) => id),
      );
  }
  if (publishes !== undefined) changed.push(...(await takeWaiting(db, project, sources, publishes, at)));
  return { done, number: await release(db, project, last, changed, { userId, reason, restored, now: at }) };
}

/** What a project has saved that never had a release is what its searches used. */
export async function firstRelease(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  now: number,
): Promise<number> {
  const last = await releasedRowStore(db).lock(project);
  if (last > 0) return last;
  const saved = await Promise.all(sources.map((source) => differencesOf(db, project, source, 'any', now)));
  return release(db, project, last, saved.flat(), { userId: null, reason: 'first release', now });
}

/** How waiting rows differ from what is live. They wait no longer. */
export async function takeWaiting(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  filter: WaitingFilter,
  now: number,
): Promise<Difference[]> {
  const waiting = waitingRowStore(db);
  const changed: Difference[] = [];
  for (const [key, rows] of Map.groupBy(await waiting.list(project, filter), ({ source }) => source)) {
    const source = sources.find((one) => one.key === key);
    if (!source) continue;
    const ids = rows.map(({ id }) => id);
    changed.push(...(await differencesOf(db, project, source, new Set(ids), now)));
    await waiting.remove(project, key, ids);
  }
  return changed;
}

/** What is saved as it is live, or neither saved nor live, waits for nothing. */
async function noteWaiting(
  db: Database,
  project: ProjectScope,
  source: string,
  touched: Touched,
  changed: readonly Difference[],
  who: { readonly userId: number | null; readonly changedAt: number },
): Promise<void> {
  const waiting = waitingRowStore(db);
  const known = await waiting.list(project, { sources: [source] });
  const changedIds = new Set(changed.map(({ id }) => id));
  const over = known.filter(({ id }) => (touched === 'any' || touched.has(id)) && !changedIds.has(id));
  await waiting.remove(
    project,
    source,
    over.map(({ id }) => id),
  );
  await waiting.put(
    project,
    changed.map((change) => ({ ...toldOf(change), ...who })),
  );
}
