import type { PastChange } from '#server/rules/releases/history.store.ts';
import { releasedRowStore } from '#server/rules/releases/released-rows.store.ts';
import { readable } from '#server/rules/releases/restore/restore-plan.ts';
import type { AnySource } from '#server/rules/releases/rule-source.ts';
import { type WaitingRow, waitingRowStore } from './waiting-rows.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

/** Changes that are told one by one; a set of ignored terms has hundreds. */
export const toldWaitingChanges = 200;

export type WaitingChange = PastChange & Pick<WaitingRow, 'userId' | 'changedAt'>;

/**
 * What the next midnight will change: each row as it is live and as it is saved, null where there is none. Kinds with few rows come
 * first, or a set would hide the one row of another kind. Only the first of very many.
 */
export async function waitingChanges(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
): Promise<WaitingChange[]> {
  const ofMidnight = sources.filter(({ goesLive }) => goesLive === 'atMidnight');
  const rows = await waitingRowStore(db).list(project, { sources: ofMidnight.map(({ key }) => key) });
  const rareFirst = [...Map.groupBy(rows, ({ source }) => source).values()].toSorted((one, other) => one.length - other.length);
  const told = Map.groupBy(rareFirst.flat().slice(0, toldWaitingChanges), ({ source }) => source);
  const changes: WaitingChange[] = [];
  for (const [key, ofSource] of told) {
    const source = ofMidnight.find((one) => one.key === key);
    if (source) changes.push(...(await withRows(db, project, source, ofSource)));
  }
  return changes;
}

async function withRows(
  db: Database,
  project: ProjectScope,
  source: AnySource,
  waiting: readonly WaitingRow[],
): Promise<WaitingChange[]> {
  const ids = waiting.map(({ id }) => id);
  const versions = await releasedRowStore(db).live(project, source.key, ids);
  const live = new Map(versions.map((version) => [version.row_id, readable(source, version)]));
  const saved = new Map((await source.store(db).some(project, ids)).map((row) => [row.id, row]));
  return waiting.map((row) => ({ ...row, before: live.get(row.id) ?? null, after: saved.get(row.id) ?? null, isLive: false }));
}
