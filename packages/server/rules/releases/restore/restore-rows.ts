import { releasedRowStore, rowsAtOnce } from '#server/rules/releases/released-rows.store.ts';
import { readable, type RestorePlan, restorePlans, stayingRow, type StayingRow, type Wanted } from './restore-plan.ts';
import type { AnySource, ReleasedRow, RuleStore } from '#server/rules/releases/rule-source.ts';
import type { TouchedRows } from '#server/rules/releases/touched-rows.ts';
import { type RowKey, type WaitingFilter, waitingRowStore } from '#server/rules/releases/waiting/waiting-rows.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import { fail } from '#server/fail.ts';
import { inSlices } from '#server/slices.ts';

/** Answers those that stay as they are. A row that is saved like that already and waits to go live, goes live. */
export async function restoreRows(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  wanted: Wanted,
  { userId, touched }: { readonly userId: number | null; readonly touched: TouchedRows },
): Promise<StayingRow[]> {
  const staying: StayingRow[] = [];
  for (const plan of await restorePlans(db, project, sources, wanted)) {
    staying.push(...plan.staying, ...(await carryOut(db, project, plan, userId)));
    touched.note(
      plan.source.table,
      plan.pairs.map(({ id }) => id),
    );
  }
  return staying;
}

/** Answers rows that stay as they are all the same: a store needn't write all that a release holds. */
async function carryOut(
  db: Database,
  project: ProjectScope,
  { source, back, removed }: RestorePlan,
  userId: number | null,
): Promise<StayingRow[]> {
  const store = source.store(db);
  const idsOf = (rows: readonly ReleasedRow[]) => rows.map(({ id }) => id);
  // What was added since leaves first: it may be what takes the place of a row that comes back.
  if (removed.length > 0) await store.removeAll(project, idsOf(removed));
  if (back.length > 0) await store.put(project, back, userId);
  const saved = new Map((await someOf(store, project, idsOf([...back, ...removed]))).map((row) => [row.id, row]));
  const staying = removed.flatMap(({ id }) => saved.get(id) ?? []);
  const breathe = inSlices();
  for (const row of back) {
    if (JSON.stringify(saved.get(row.id)) !== JSON.stringify(row)) staying.push(row);
    await breathe();
  }
  return staying.map((row) => stayingRow(source, row, 'fixed'));
}

async function someOf(store: RuleStore<ReleasedRow>, project: ProjectScope, ids: readonly number[]): Promise<ReleasedRow[]> {
  const found: ReleasedRow[] = [];
  for (let at = 0; at < ids.length; at += rowsAtOnce) found.push(...(await store.some(project, ids.slice(at, at + rowsAtOnce))));
  return found;
}

/** Writes a waiting row as it is live, or deletes it where it isn't. */
export async function takeBackRow(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  { source: key, id }: RowKey,
  userId: number | null,
): Promise<void> {
  const source = sources.find((one) => one.key === key);
  const [waiting] = await waitingRowStore(db).list(project, { row: { source: key, id } });
  if (!source || !waiting) throw fail('notFound', { name: 'record' });
  const [version] = await releasedRowStore(db).live(project, key, [id]);
  const row = version && readable(source, version);
  if (row) await source.store(db).put(project, [row], userId);
  else if (!version) await source.store(db).removeAll(project, [id]);
}

/** As `takeBackRow` for all that are meant. What was added leaves first: it may have the place of what comes back. */
export async function takeBackRows(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  filter: WaitingFilter,
  userId: number | null,
): Promise<void> {
  const rows = await waitingRowStore(db).list(project, filter);
  const [added, others] = [rows.filter(({ kind }) => kind === 'added'), rows.filter(({ kind }) => kind !== 'added')];
  for (const row of [...added, ...others]) await takeBackRow(db, project, sources, row, userId);
}
