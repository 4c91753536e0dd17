import { readContent } from './content.ts';
import { releasedRowStore, type StoredVersion } from './released-rows.store.ts';
import type { AnySource, ReleasedRow } from './rule-source.ts';
import { type RowKey, waitingRowStore } from './waiting-rows.store.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';
import { fail } from '#server-kit/fail.ts';

/**
 * Writes rows as a release holds them, under their ids, and deletes those that it doesn't hold: one of them, or all. Rows of collections
 * that are gone stay away, and so does what can't be read any more.
 */
export async function restoreRows(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  number: number,
  only: RowKey | null,
): Promise<void> {
  const { begun, ended } = await releasedRowStore(db).since(project, number);
  const isWanted = ({ source, row_id: id }: Pick<StoredVersion, 'source' | 'row_id'>): boolean =>
    only === null || (only.source === source && only.id === id);
  const collections = await db.selectFrom('collection').select('id').where('project_id', '=', project.id).execute();
  const collectionIds = new Set(collections.map(({ id }) => id));
  const isHome = ({ collection_id: id }: ReleasedRow): boolean => id === undefined || collectionIds.has(id);
  for (const source of sources) {
    const ofSource = (rows: readonly StoredVersion[]) => rows.filter((row) => row.source === source.key && isWanted(row));
    const wanted = ofSource(ended).flatMap((version) => readable(source, version));
    const kept = new Set(wanted.map(({ id }) => id));
    const added = ofSource(begun).map(({ row_id: id }) => id);
    const store = source.store(db);
    // What was added since leaves first: it may be what takes the place of a row that comes back.
    const removed = added.filter((id) => !kept.has(id));
    if (removed.length > 0) await store.removeAll(project, removed);
    const back = wanted.filter(isHome);
    if (back.length > 0) await store.put(project, back);
  }
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
  if (version) await source.store(db).put(project, readable(source, version));
  else await source.store(db).removeAll(project, [id]);
}

function readable(source: AnySource, version: StoredVersion): ReleasedRow[] {
  try {
    return [readContent(source, version)];
  } catch {
    return [];
  }
}
