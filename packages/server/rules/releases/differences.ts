import type { ChangeKind } from '#contract/rows/row-changes.ts';
import { readContent } from './content.ts';
import { releasedRowStore, rowsAtOnce, type StoredVersion } from './released-rows.store.ts';
import type { RowChange } from './row-change.ts';
import { lastKnown, nameOf } from './row-names.ts';
import type { AnySource, ReleasedRow } from './rule-source.ts';
import type { Touched } from './touched-rows.ts';
import { alwaysInForce, validityAt } from './validity.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

/** A row that is saved in another way than it is live. */
export interface Difference extends RowChange {
  /** As saved; null for a deleted row. */
  readonly version: StoredVersion | null;
  /** Searches stay as they are. */
  readonly isSilent: boolean;
}

/** How what is saved differs from what is live: among the touched rows, or all of the source. */
export async function differencesOf(
  db: Database,
  project: ProjectScope,
  source: AnySource,
  touched: Touched,
  now: number,
): Promise<Difference[]> {
  const changed: Difference[] = [];
  for await (const { saved, live } of touched === 'any' ? all(db, project, source) : some(db, project, source, [...touched])) {
    const before = new Map(live.map((version) => [version.row_id, version]));
    for (const row of saved) {
      const version = versionOf(source, row, validityAt(row, now));
      const known = before.get(row.id);
      before.delete(row.id);
      if (known !== undefined && isSame(source, known, version)) continue;
      const found = difference(source, row, known ? changeOf(source, known, version) : 'added', version);
      changed.push({ ...found, isSilent: known !== undefined && isSilent(source, known, version) });
    }
    for (const version of before.values()) changed.push(difference(source, lastKnown(source, version), 'deleted', null));
  }
  return changed;
}

/** What was stored in an older form and means the same is no change. */
function isSame(source: AnySource, live: StoredVersion, saved: StoredVersion): boolean {
  if (live.content_version === saved.content_version) return live.content === saved.content;
  try {
    return JSON.stringify(readContent(source, live)) === saved.content;
  } catch {
    return false;
  }
}

/** Whether two versions differ in nothing that acts. */
function isSilent(source: AnySource, before: StoredVersion, after: StoredVersion): boolean {
  const { silent = [] } = source;
  if (silent.length === 0 || before.is_in_force !== after.is_in_force) return false;
  const [one, other] = [before, after].map((version) => {
    const fields = Object.entries(lastKnown(source, version)).filter(([name]) => !silent.includes(name));
    return JSON.stringify(Object.fromEntries(fields));
  });
  return one === other;
}

export function changeOf(source: AnySource, before: StoredVersion, after: StoredVersion): ChangeKind {
  if (isSame(source, before, after)) return after.is_in_force === 1 ? 'began' : 'ended';
  const [wasOn, isOn] = [before, after].map((version) => lastKnown(source, version).is_active !== false);
  return wasOn === isOn ? 'changed' : isOn ? 'turnedOn' : 'turnedOff';
}

/** A row as it is stored, with whether it acts at the moment of its release. */
export const versionOf = (source: AnySource, row: ReleasedRow, validity = alwaysInForce): StoredVersion => ({
  source: source.key,
  row_id: row.id,
  content: JSON.stringify(row),
  content_version: source.contentVersion,
  ...validity,
});

export function difference(
  source: AnySource,
  row: ReleasedRow,
  kind: RowChange['kind'],
  version: StoredVersion | null,
): Difference {
  return {
    source: source.key,
    id: row.id,
    collectionId: row.collection_id ?? null,
    kind,
    name: nameOf(source, row),
    version,
    isSilent: false,
  };
}

interface Pair {
  readonly saved: readonly ReleasedRow[];
  readonly live: readonly StoredVersion[];
}

async function* some(db: Database, project: ProjectScope, source: AnySource, ids: readonly number[]): AsyncGenerator<Pair> {
  const released = releasedRowStore(db);
  for (let at = 0; at < ids.length; at += rowsAtOnce) {
    const part = ids.slice(at, at + rowsAtOnce);
    yield { saved: await source.store(db).some(project, part), live: await released.live(project, source.key, part) };
  }
}

/** All rows by id, each with what is live of it, in parts: nothing else may wait for a large list to be read. */
async function* all(db: Database, project: ProjectScope, source: AnySource): AsyncGenerator<Pair> {
  const store = source.store(db);
  const released = releasedRowStore(db);
  let after = 0;
  for (;;) {
    const saved = await store.following(project, after, rowsAtOnce);
    const live = await released.liveFollowing(project, source.key, after);
    // Beyond the shorter of two full parts, nothing is known of the other side yet.
    const end = Math.min(endOf(saved.map(({ id }) => id)), endOf(live.map(({ row_id }) => row_id)));
    yield { saved: saved.filter(({ id }) => id <= end), live: live.filter(({ row_id }) => row_id <= end) };
    if (end === Infinity) return;
    after = end;
  }
}

const endOf = (ids: readonly number[]): number => (ids.length < rowsAtOnce ? Infinity : (ids.at(-1) ?? Infinity));
