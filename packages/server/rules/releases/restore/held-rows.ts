import { demandKept } from './compare-releases.ts';
import { releasedRowStore, rowsAtOnce } from '#server/rules/releases/released-rows.store.ts';
import { readable } from './restore-plan.ts';
import type { AnySource, ReleasedRow } from '#server/rules/releases/rule-source.ts';
import type { RowKey } from '#server/rules/releases/waiting/waiting-rows.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import { inSlices } from '#server/slices.ts';

/**
 * All rows that a release holds, by source, in parts: nobody waits while they are read. What can't be read is left out, and where they have to act, what is off or out of its
 * time. */
export async function heldRows(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  number: number,
  { isActing = false } = {},
): Promise<ReadonlyMap<string, readonly ReleasedRow[]>> {
  await demandKept(db, project, number);
  const stored = releasedRowStore(db);
  const breathe = inSlices();
  const held = new Map<string, readonly ReleasedRow[]>();
  for (const source of sources) {
    const rows: ReleasedRow[] = [];
    for (let after = 0; ;) {
      const versions = await stored.heldFollowing(project, source.key, number, after);
      for (const version of versions) {
        const row = readable(source, version);
        const isOn = version.is_in_force === 1 && row?.is_active !== false;
        if (row && (isOn || !isActing)) rows.push(row);
        await breathe();
      }
      if (versions.length < rowsAtOnce) break;
      after = versions.at(-1)?.row_id ?? after;
    }
    if (rows.length > 0) held.set(source.key, rows);
  }
  return held;
}

/** Those of one source that are live. */
export async function liveRowsOf(db: Database, project: ProjectScope, source: AnySource): Promise<ReleasedRow[]> {
  const rows: ReleasedRow[] = [];
  for (let after = 0; ;) {
    const versions = await releasedRowStore(db).liveFollowing(project, source.key, after);
    rows.push(...versions.flatMap((version) => readable(source, version) ?? []));
    if (versions.length < rowsAtOnce) return rows;
    after = versions.at(-1)?.row_id ?? after;
  }
}

export interface LiveRow {
  readonly row: ReleasedRow;
  /** The release that left it like that. */
  readonly since: number;
  /** Whether it is on, and in its time. */
  readonly isActing: boolean;
}

/** One row of a source; null for one that isn't live, or can't be read. */
export async function liveRowOf(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  key: RowKey,
): Promise<LiveRow | null> {
  const source = sources.find((one) => one.key === key.source);
  const version = source && (await releasedRowStore(db).liveOne(project, key));
  const row = version && readable(source, version);
  return row ? { row, since: version.from_number, isActing: version.is_in_force === 1 && row.is_active !== false } : null;
}
