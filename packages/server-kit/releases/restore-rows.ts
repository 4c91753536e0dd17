import { readContent } from './content.ts';
import { releasedRowStore, rowsAtOnce, type StoredVersion } from './released-rows.store.ts';
import type { AnySource, ReleasedRow, RuleStore } from './rule-source.ts';
import { nameOf, lastKnown } from './row-names.ts';
import { type RowKey, waitingRowStore } from './waiting-rows.store.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';
import { fail } from '#server-kit/fail.ts';

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

/**
 * Writes rows as a release holds them, under their ids, and deletes those that it doesn't hold: one of them, or all. Answers those that stay
 * as they are; of a row, all is restored or nothing.
 */
export async function restoreRows(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  number: number,
  only: RowKey | null,
): Promise<StayingRow[]> {
  const { begun, ended } = await releasedRowStore(db).since(project, number);
  const isWanted = ({ source, row_id: id }: Pick<StoredVersion, 'source' | 'row_id'>): boolean =>
    only === null || (only.source === source && only.id === id);
  const collections = await db.selectFrom('collection').select('id').where('project_id', '=', project.id).execute();
  const collectionIds = new Set(collections.map(({ id }) => id));
  const staying: StayingRow[] = [];
  for (const source of sources) {
    const ofSource = (rows: readonly StoredVersion[]) => rows.filter((row) => row.source === source.key && isWanted(row));
    const [before, now] = [ofSource(ended), ofSource(begun)];
    if (before.length > 0 || now.length > 0)
      staying.push(...(await restoreSource(db, project, source, { before, now, collectionIds })));
  }
  return staying;
}

interface Versions {
  /** Of rows that the release holds in another way than they are live. */
  readonly before: readonly StoredVersion[];
  /** Of rows that are live in another way than the release holds them. */
  readonly now: readonly StoredVersion[];
  readonly collectionIds: ReadonlySet<number>;
}

async function restoreSource(
  db: Database,
  project: ProjectScope,
  source: AnySource,
  { before, now, collectionIds }: Versions,
): Promise<StayingRow[]> {
  const store = source.store(db);
  const staying: StayingRow[] = [];
  const stay = (row: ReleasedRow, reason: StayReason) =>
    void staying.push({
      source: source.key,
      id: row.id,
      collectionId: row.collection_id ?? null,
      name: nameOf(source, row),
      reason,
    });
  const wanted: ReleasedRow[] = [];
  for (const version of before) {
    const row = readable(source, version);
    if (row === null) stay(lastKnown(source, version), 'unreadable');
    else if (row.collection_id !== undefined && !collectionIds.has(row.collection_id)) stay(row, 'collectionGone');
    else wanted.push(row);
  }
  // What was added since leaves first: it may be what takes the place of a row that comes back.
  const kept = new Set(before.map(({ row_id: id }) => id));
  const removed = now.filter(({ row_id: id }) => !kept.has(id));
  if (removed.length > 0)
    await store.removeAll(
      project,
      removed.map(({ row_id: id }) => id),
    );
  const taken = await takenRows(store, project, wanted);
  for (const row of wanted) if (taken.has(row.id)) stay(row, 'taken');
  const back = wanted.filter(({ id }) => !taken.has(id));
  if (back.length > 0) await store.put(project, back);

  const saved = new Map((await someOf(store, project, [...back, ...removed.map(lastOf(source))])).map((row) => [row.id, row]));
  for (const row of back) if (JSON.stringify(saved.get(row.id)) !== JSON.stringify(row)) stay(row, 'fixed');
  for (const version of removed) {
    const row = saved.get(version.row_id);
    if (row) stay(row, 'fixed');
  }
  return staying;
}

/** A row that is going to be another one leaves its place, unless it stays itself. */
async function takenRows(
  store: RuleStore<ReleasedRow>,
  project: ProjectScope,
  wanted: readonly ReleasedRow[],
): Promise<ReadonlySet<number>> {
  const places = (await store.takenBy?.(project, wanted)) ?? [];
  const leaving = new Set(wanted.map(({ id }) => id));
  for (let count = -1; count !== leaving.size;) {
    count = leaving.size;
    for (const { id, by } of places) if (!leaving.has(by)) leaving.delete(id);
  }
  return new Set(wanted.flatMap(({ id }) => (leaving.has(id) ? [] : [id])));
}

const lastOf = (source: AnySource) => (version: StoredVersion) => lastKnown(source, version);

async function someOf(
  store: RuleStore<ReleasedRow>,
  project: ProjectScope,
  rows: readonly ReleasedRow[],
): Promise<ReleasedRow[]> {
  const found: ReleasedRow[] = [];
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const ids = rows.slice(at, at + rowsAtOnce).map(({ id }) => id);
    found.push(...(await store.some(project, ids)));
  }
  return found;
}

/** Writes a waiting row as it is live, or deletes it where it isn't. */
export async function takeBackRow(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  { source: key, id }: RowKey,
): Promise<void> {
  const source = sources.find((one) => one.key === key);
  const [waiting] = await waitingRowStore(db).list(project, { row: { source: key, id } });
  if (!source || !waiting) throw fail('notFound', { name: 'record' });
  const [version] = await releasedRowStore(db).live(project, key, [id]);
  const row = version && readable(source, version);
  if (row) await source.store(db).put(project, [row]);
  else if (!version) await source.store(db).removeAll(project, [id]);
}

function readable(source: AnySource, version: StoredVersion): ReleasedRow | null {
  try {
    return readContent(source, version);
  } catch {
    return null;
  }
}
