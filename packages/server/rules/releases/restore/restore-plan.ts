import { differingRows, isRewritten, type RowPair } from './compare-releases.ts';
import { readContent } from '#server/rules/releases/content.ts';
import { releasedRowStore, type StoredVersion } from '#server/rules/releases/released-rows.store.ts';
import { lastKnown, nameOf } from '#server/rules/releases/row-names.ts';
import type { AnySource, ReleasedRow, RuleStore } from '#server/rules/releases/rule-source.ts';
import type { RowKey } from '#server/rules/releases/waiting/waiting-rows.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import { inSlices } from '#server/slices.ts';

/**
 * Why a row stays as it is when a release is restored: its collection is gone, another row has taken its place, its stored content can't be
 * read any more, or it is a setting that a release doesn't take back, such as the type of a field.
 */
export type StayReason = 'collectionGone' | 'taken' | 'unreadable' | 'fixed';

export interface StayingRow extends RowKey {
  readonly collectionId: number | null;
  readonly name: string;
  readonly reason: StayReason;
}

export interface RestorePlan {
  readonly source: AnySource;
  /** Rows that come back as the release holds them, under their ids. */
  readonly back: readonly ReleasedRow[];
  /** Rows that the release doesn't hold, as far as they can be read. */
  readonly removed: readonly ReleasedRow[];
  readonly staying: readonly StayingRow[];
  /** Of those that come back or leave: live, and as they would be. */
  readonly pairs: readonly RowPair[];
}

export interface Wanted {
  readonly number: number;
  readonly row?: RowKey | undefined;
}

/** What restoring would do with the rows of these sources, where nobody changes them meanwhile. Reads alone. */
export async function restorePlans(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  { number, row }: Wanted,
): Promise<RestorePlan[]> {
  const from = await releasedRowStore(db).number(project);
  const pairs = await differingRows(db, project, { from, to: number });
  // What only began or ended since acts by its own moments, not by those of releases.
  const wanted = pairs.filter(
    (pair) => isRewritten(pair) && (row === undefined || (pair.source === row.source && pair.id === row.id)),
  );
  const ofSource = Map.groupBy(wanted, ({ source }) => source);
  const collections = await db.selectFrom('collection').select('id').where('project_id', '=', project.id).execute();
  const collectionIds = new Set(collections.map(({ id }) => id));
  const plans: RestorePlan[] = [];
  for (const source of sources) {
    const changed = ofSource.get(source.key);
    if (changed) plans.push(await planOf(source, source.store(db), project, changed, collectionIds));
  }
  return plans;
}

/** Of a row, all is restored or nothing. */
async function planOf(
  source: AnySource,
  store: RuleStore<ReleasedRow>,
  project: ProjectScope,
  pairs: readonly RowPair[],
  collectionIds: ReadonlySet<number>,
): Promise<RestorePlan> {
  const staying: StayingRow[] = [];
  const wanted: ReleasedRow[] = [];
  const removed: ReleasedRow[] = [];
  const breathe = inSlices();
  for (const { before, after } of pairs) {
    await breathe();
    if (after === undefined) {
      if (before) removed.push(lastKnown(source, before));
      continue;
    }
    const row = readable(source, after);
    if (row === null) staying.push(stayingRow(source, lastKnown(source, after), 'unreadable'));
    else if (row.collection_id !== undefined && !collectionIds.has(row.collection_id))
      staying.push(stayingRow(source, row, 'collectionGone'));
    else wanted.push(row);
  }
  const taken = await takenRows(store, project, wanted, new Set(removed.map(({ id }) => id)));
  const back = wanted.filter(({ id }) => !taken.has(id));
  for (const row of wanted) if (taken.has(row.id)) staying.push(stayingRow(source, row, 'taken'));
  const staysAway = new Set(staying.map(({ id }) => id));
  return { source, back, removed, staying, pairs: pairs.filter(({ id }) => !staysAway.has(id)) };
}

export const stayingRow = (source: AnySource, row: ReleasedRow, reason: StayReason): StayingRow => ({
  source: source.key,
  id: row.id,
  collectionId: row.collection_id ?? null,
  name: nameOf(source, row),
  reason,
});

/** A row that is removed, or is going to be another one, leaves its place, unless it stays itself. */
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

export function readable(source: AnySource, version: StoredVersion): ReleasedRow | null {
  try {
    return readContent(source, version);
  } catch {
    return null;
  }
}
