import type { SkippedRow } from './live-release.ts';
import { releasedRowStore, rowsAtOnce } from './released-rows.store.ts';
import { lastKnown, nameOf } from './row-names.ts';
import type { AnySource } from './rule-source.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

/** A row that searches do without, as people know it. */
export interface LeftOutRow extends SkippedRow {
  /** null for all rows of the source together. */
  readonly name: string | null;
  /** null for rows of the whole project, and for one that can't be read. */
  readonly collectionId: number | null;
}

export async function leftOutRows(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  skipped: readonly SkippedRow[],
): Promise<LeftOutRow[]> {
  const told: LeftOutRow[] = [];
  for (const [key, rows] of Map.groupBy(skipped, ({ source }) => source)) {
    const source = sources.find((one) => one.key === key);
    const ids = rows.flatMap(({ id }) => id ?? []);
    const known = new Map<number, Pick<LeftOutRow, 'name' | 'collectionId'>>();
    for (let at = 0; source && at < ids.length; at += rowsAtOnce)
      for (const version of await releasedRowStore(db).live(project, key, ids.slice(at, at + rowsAtOnce))) {
        const row = lastKnown(source, version);
        known.set(version.row_id, { name: nameOf(source, row), collectionId: row.collection_id ?? null });
      }
    told.push(...rows.map((row) => ({ ...row, ...(known.get(row.id ?? 0) ?? { name: null, collectionId: null }) })));
  }
  return told;
}
