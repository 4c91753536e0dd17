import { demandKept, differingRows } from './restore/compare-releases.ts';
import type { RowChanges } from './compiled-project.ts';
import { versionOf } from './differences.ts';
import { releasedRowStore, type StoredVersion } from './released-rows.store.ts';
import type { AnySource, ReleasedRow } from './rule-source.ts';
import { validityAt } from './validity.ts';
import { type RowKey, waitingRowStore } from './waiting/waiting-rows.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

export interface Tried {
  /** What is live, what is saved, or an earlier release by its number. */
  readonly from?: 'live' | 'draft' | number;
  /** Of what is saved, rows of these sources alone; the others as they are live. */
  readonly sources?: readonly string[];
  /** Rows that nobody has saved, in place of those with their ids, whatever their validity is. Ids below 1 are no other row's. */
  readonly put?: readonly { readonly source: string; readonly row: ReleasedRow }[];
  /** Rows that are tried without. */
  readonly without?: readonly RowKey[];
}

/** How what is tried differs from what is live. Throws `notFound` and `releaseNotKept` for a release that isn't there any more. */
export async function triedRows(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  { from = 'live', sources: wanted, put = [], without = [] }: Tried,
  now: number,
): Promise<RowChanges> {
  const changes = new Changes();
  if (from === 'draft') await changes.addWaiting(db, project, sources, wanted, now);
  if (typeof from === 'number') await changes.addPast(db, project, from);
  for (const { source: key, row } of put) {
    const source = sourceOf(sources, key);
    if (!source) throw new Error(`Releases hold no rows of ${key}.`);
    changes.put(versionOf(source, row));
  }
  for (const { source, id } of without) changes.remove(source, id);
  return changes.all;
}

const sourceOf = (sources: readonly AnySource[], key: string) => sources.find((source) => source.key === key);

/** Of what is said of a row, the last counts. */
class Changes {
  readonly #versions = new Map<
    string,
    { readonly key: Pick<StoredVersion, 'source' | 'row_id'>; version: StoredVersion | null }
  >();

  put(version: StoredVersion): void {
    this.#versions.set(`${version.source} ${version.row_id}`, { key: version, version });
  }

  remove(source: string, id: number): void {
    this.#versions.set(`${source} ${id}`, { key: { source, row_id: id }, version: null });
  }

  async addWaiting(
    db: Database,
    project: ProjectScope,
    sources: readonly AnySource[],
    wanted: readonly string[] | undefined,
    now: number,
  ): Promise<void> {
    const rows = await waitingRowStore(db).list(project, wanted && { sources: wanted });
    for (const [key, ofSource] of Map.groupBy(rows, ({ source }) => source)) {
      const source = sourceOf(sources, key);
      if (!source) continue;
      const ids = ofSource.map(({ id }) => id);
      for (const id of ids) this.remove(key, id);
      for (const row of await source.store(db).some(project, ids)) this.put(versionOf(source, row, validityAt(row, now)));
    }
  }

  async addPast(db: Database, project: ProjectScope, number: number): Promise<void> {
    await demandKept(db, project, number);
    const live = await releasedRowStore(db).number(project);
    for (const { source, id, after } of await differingRows(db, project, { from: live, to: number }))
      if (after) this.put(after);
      else this.remove(source, id);
  }

  get all(): RowChanges {
    const all = [...this.#versions.values()];
    return { removed: all.map(({ key }) => key), put: all.flatMap(({ version }) => version ?? []) };
  }
}
