import { readContent } from './content.ts';
import { releasedRowStore, rowsAtOnce, type StoredVersion } from './released-rows.store.ts';
import type { AnySource, ReleasedRow } from './rule-source.ts';
import type { RowKey } from './waiting/waiting-rows.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

/** A row that can't be read any more can be deleted all the same. */
export function lastKnown(source: AnySource, version: StoredVersion): ReleasedRow {
  try {
    return readContent(source, version);
  } catch {
    return { id: version.row_id };
  }
}

/** What people know rows by, as they are live, or else by their numbers. */
export async function rowNames(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  rows: readonly RowKey[],
): Promise<(RowKey & { readonly name: string })[]> {
  const names = new Map<string, string>();
  for (const [key, ofSource] of Map.groupBy(rows, ({ source }) => source)) {
    const source = sources.find((one) => one.key === key);
    const ids = ofSource.map(({ id }) => id);
    for (let at = 0; source && at < ids.length; at += rowsAtOnce)
      for (const version of await releasedRowStore(db).live(project, key, ids.slice(at, at + rowsAtOnce)))
        names.set(`${key} ${version.row_id}`, nameOf(source, lastKnown(source, version)));
  }
  return rows.map(({ source, id }) => ({ source, id, name: names.get(`${source} ${id}`) ?? `#${id}` }));
}

/** Of a row that is damaged, the number. */
export function nameOf(source: AnySource, row: ReleasedRow): string {
  const number = `#${row.id}`;
  try {
    const name: unknown = source.nameOf(row);
    return typeof name === 'string' ? name : number;
  } catch {
    return number;
  }
}
