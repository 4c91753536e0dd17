import { demandKept } from './compare-releases.ts';
import type { VersionChanges } from './compiled-release.ts';
import type { AnySource, ReleasedRow, RowKey } from './rule-source.ts';
import { type RowVersion, validityAt, versionOf, versionStore } from './versions.store.ts';
import { waitingStore } from './waiting.store.ts';
import { inParts } from '#server/db/in-parts.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

export interface Previewed {
  /** Live rows, saved rows, or an earlier release by its number. */
  readonly from?: 'live' | 'draft' | number;
  /** Kinds whose saved rows are used; the others as they are live. */
  readonly sources?: readonly string[];
  /** Skips saved rows of planned releases. */
  readonly isUnplanned?: boolean;
  /** Unsaved rows that replace those with their ids, whatever their validity. Ids below 1 are new rows. */
  readonly put?: readonly { readonly source: string; readonly row: ReleasedRow }[];
  readonly without?: readonly RowKey[];
}

/** How a preview differs from the live release. Throws `notFound` and `releaseNotKept`. */
export async function previewRows(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  { from = 'live', sources: wanted, isUnplanned = false, put = [], without = [] }: Previewed,
  now: number,
): Promise<VersionChanges> {
  const changed = new Map<string, RowKey & { readonly version: RowVersion | null }>();
  const set = (source: string, id: number, version: RowVersion | null): void =>
    void changed.set(`${source} ${id}`, { source, id, version });
  const sourceOf = (key: string) => sources.find((source) => source.key === key);

  if (from === 'draft') {
    const waiting = await waitingStore(db).list(project, {
      ...(wanted && { sources: wanted }),
      unplanned: isUnplanned ? 'changes' : undefined,
    });
    for (const [key, rows] of Map.groupBy(waiting, ({ source }) => source)) {
      const source = sourceOf(key);
      if (!source) continue;
      const ids = rows.map(({ id }) => id);
      for (const id of ids) set(key, id, null);
      for (const part of inParts(ids))
        for (const row of await source.store(db).some(project, part))
          set(key, row.id, versionOf(source, row, validityAt(row, now)));
    }
  }
  if (typeof from === 'number') {
    await demandKept(db, project, from);
    const versions = versionStore(db);
    const two = { from: await versions.number(project), to: from };
    for (const { source, id, after } of await versions.differing(project, two)) set(source, id, after ?? null);
  }
  for (const { source: key, row } of put) {
    const source = sourceOf(key);
    if (!source) throw new Error(`Releases hold no rows of ${key}.`);
    set(key, row.id, versionOf(source, row));
  }
  for (const { source, id } of without) set(source, id, null);
  const all = [...changed.values()];
  return { removed: all, put: all.flatMap(({ version }) => version ?? []) };
}
