import { type Change, type ReportedChanges, reportedChanges } from './change-release.ts';
import { countsOfPairs, demandKept, pastChanges, setPairs } from './compare-releases.ts';
import type { PastChange } from './history.store.ts';
import type { AnySource, ReleasedRow, RowKey, RuleStore } from './rule-source.ts';
import type { TouchedRows } from './touched-rows.ts';
import { isRewritten, lastKnown, nameOf, readable, type RowPair, versionOf, versionStore } from './versions.store.ts';
import { type WaitingFilter, waitingStore } from './waiting.store.ts';
import { inParts } from '#server/db/in-parts.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { fail } from '#server/base/fail.ts';
import { inSlices } from '#server/base/slices.ts';

/** Why a row isn't restored; `fixed` is a setting that releases don't take back. */
export type StayReason = 'collectionGone' | 'taken' | 'unreadable' | 'fixed';

export interface StayingRow extends RowKey {
  readonly collectionId: number | null;
  readonly name: string;
  readonly reason: StayReason;
}

export interface Wanted {
  readonly number: number;
  readonly row?: RowKey | undefined;
  /** For the history: the release whose change of the row is undone. */
  readonly undoes?: number | undefined;
}

/** A release, or these rows. */
type WantedRows = Pick<Wanted, 'number' | 'row'> | { readonly pairs: readonly RowPair[] };

export interface RestorePreview {
  readonly liveNumber: number;
  readonly counts: ReportedChanges['counts'];
  readonly changes: readonly PastChange[];
  readonly staying: readonly StayingRow[];
  readonly lostCount: number;
}

interface RestorePlan {
  readonly source: AnySource;
  readonly back: readonly ReleasedRow[];
  readonly removed: readonly ReleasedRow[];
  readonly staying: readonly StayingRow[];
  readonly pairs: readonly RowPair[];
}

const undoReason = 'undo';

export const restoring = (userId: number | null, { number, undoes }: Wanted, sources: readonly AnySource[]): Change => ({
  userId,
  reason: undoes === undefined ? 'restore' : undoReason,
  restored: undoes ?? number,
  live: sources.map(({ key }) => key),
});

/** Within a change, which holds the project's lock. Returns the rows that stay as they are. */
export async function restoreWithin(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  wanted: WantedRows,
  who: { readonly userId: number | null; readonly touched: TouchedRows; readonly seen?: number | undefined },
): Promise<StayingRow[]> {
  const { userId, touched, seen } = who;
  if (seen !== undefined && seen !== (await versionStore(db).number(project))) throw fail('releaseMeanwhile');
  const plans = await restorePlans(db, project, sources, wanted);
  for (const { source, back, removed, pairs } of plans) {
    const store = source.store(db);
    // A row that was added since may have the unique key of a row that comes back.
    if (removed.length > 0)
      await store.removeAll(
        project,
        removed.map(({ id }) => id),
      );
    if (back.length > 0) await store.put(project, back, userId);
    // A waiting row may be saved already as the release holds it.
    touched.note(
      source.table,
      pairs.map(({ id }) => id),
    );
  }
  return plans.flatMap(({ staying }) => staying);
}

/** Writes nothing, so nobody waits for it. */
export async function previewRestore(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  wanted: Wanted,
): Promise<RestorePreview> {
  const liveNumber = await versionStore(db).number(project);
  const plans = await restorePlans(db, project, sources, wanted);
  const pairs = plans.flatMap((plan) => plan.pairs);
  const changed = new Set(pairs.map(({ source, id }) => `${source} ${id}`));
  const waiting = await waitingStore(db).list(project);
  return {
    liveNumber,
    counts: countsOfPairs(sources, pairs),
    changes: await pastChanges(db, project, sources, reportedChanges(pairs)),
    staying: plans.flatMap(({ staying }) => staying),
    lostCount: waiting.filter(({ source, id }) => changed.has(`${source} ${id}`)).length,
  };
}

/** Throws `notFound` or `releaseNotKept`. */
async function pairsWith(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  { number, row }: Pick<Wanted, 'number' | 'row'>,
) {
  await demandKept(db, project, number);
  const versions = versionStore(db);
  const pairs = await versions.differing(project, { from: await versions.number(project), to: number });
  // Rules begin and end by their own bounds, not by those of releases.
  return setPairs(sources, pairs).filter(
    (pair) => isRewritten(pair) && (row === undefined || (pair.source === row.source && pair.id === row.id)),
  );
}

/** Throws `notFound` or `releaseNotKept`. */
export async function restorePlans(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  asked: WantedRows,
): Promise<RestorePlan[]> {
  const wanted = 'pairs' in asked ? asked.pairs : await pairsWith(db, project, sources, asked);
  const bySource = Map.groupBy(wanted, ({ source }) => source);
  const collections = await db.selectFrom('collection').select('id').where('project_id', '=', project.id).execute();
  const collectionIds = new Set(collections.map(({ id }) => id));
  const plans: RestorePlan[] = [];
  for (const source of sources) {
    const ofSource = bySource.get(source.key);
    if (ofSource) plans.push(await planOf(db, project, source, ofSource, collectionIds));
  }
  return plans;
}

async function planOf(
  db: Database,
  project: ProjectScope,
  source: AnySource,
  all: readonly RowPair[],
  collectionIds: ReadonlySet<number>,
): Promise<RestorePlan> {
  const store = source.store(db);
  const breathe = inSlices();
  const staying: StayingRow[] = [];
  const stay = (row: ReleasedRow, reason: StayReason): void =>
    void staying.push({
      source: source.key,
      id: row.id,
      collectionId: row.collection_id ?? null,
      name: nameOf(source, row),
      reason,
    });
  const wanted: ReleasedRow[] = [];
  const removed: ReleasedRow[] = [];
  for (const { before, after } of all) {
    await breathe();
    const row = after && readable(after);
    if (after === undefined) removed.push(...(before ? [lastKnown(before)] : []));
    else if (!row) stay(lastKnown(after), 'unreadable');
    else if (row.collection_id !== undefined && !collectionIds.has(row.collection_id)) stay(row, 'collectionGone');
    else wanted.push(row);
  }
  const taken = await takenRows(store, project, wanted, new Set(removed.map(({ id }) => id)));
  for (const row of wanted) if (taken.has(row.id)) stay(row, 'taken');
  const back = wanted.filter(({ id }) => !taken.has(id));
  const changing = new Set([...back, ...removed].map(({ id }) => id));
  const pairs = all.filter(({ id }) => changing.has(id));
  const { restoredAs } = source;
  if (restoredAs === undefined) return { source, back, removed, staying, pairs };

  const saved = await savedRows(store, project, [...changing]);
  const partly = pairs.flatMap((pair): RowPair[] => {
    const now = saved.get(pair.id);
    const row = back.find(({ id }) => id === pair.id) ?? null;
    if (now === undefined) {
      if (row) stay(row, 'fixed');
      return [];
    }
    const restored = restoredAs(now, row);
    const after = versionOf(source, restored);
    if (after.content !== (row && JSON.stringify(row))) stay(row ?? restored, 'fixed');
    return after.content === pair.before?.content ? [] : [{ ...pair, after }];
  });
  return { source, back, removed, staying, pairs: partly };
}

/** Rows whose unique key another row has that neither leaves nor changes. */
async function takenRows(
  store: RuleStore<ReleasedRow>,
  project: ProjectScope,
  wanted: readonly ReleasedRow[],
  removed: ReadonlySet<number>,
): Promise<ReadonlySet<number>> {
  const places = (await store.takenBy?.(project, wanted)) ?? [];
  const leaving = new Set(wanted.map(({ id }) => id));
  for (let count = -1; count !== leaving.size;) {
    count = leaving.size;
    for (const { id, by } of places) if (!leaving.has(by) && !removed.has(by)) leaving.delete(id);
  }
  return new Set(wanted.flatMap(({ id }) => (leaving.has(id) ? [] : [id])));
}

async function savedRows(store: RuleStore<ReleasedRow>, project: ProjectScope, ids: readonly number[]) {
  const saved = new Map<number, ReleasedRow>();
  for (const part of inParts(ids)) for (const row of await store.some(project, part)) saved.set(row.id, row);
  return saved;
}

/** Saves waiting rows as they are live. Throws `notFound` for a single row that doesn't wait. */
export async function takeBackRows(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  filter: WaitingFilter,
  userId: number | null,
): Promise<void> {
  const rows = await waitingStore(db).list(project, filter);
  if (filter.row && rows.length === 0) throw fail('notFound', { name: 'record' });
  // A row that was added may have the unique key of a row that comes back.
  const addedFirst = rows.toSorted((one, other) => Number(other.kind === 'added') - Number(one.kind === 'added'));
  for (const { source: key, id } of addedFirst) {
    const source = sources.find((one) => one.key === key);
    if (!source) continue;
    const [version] = await versionStore(db).live(project, key, [id]);
    const row = version && readable(version);
    if (row) await source.store(db).put(project, [row], userId);
    else if (!version) await source.store(db).removeAll(project, [id]);
  }
}
