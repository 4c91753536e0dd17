import { type Change, changeWithin, type ToldChanges } from '#server/rules/releases/change-release.ts';
import { type ComparedReleases, demandKept, toldPairs } from './compare-releases.ts';
import { historyStore } from '#server/rules/releases/history.store.ts';
import { releasedRowStore } from '#server/rules/releases/released-rows.store.ts';
import { restorePlans, type StayingRow, type Wanted } from './restore-plan.ts';
import { restoreRows } from './restore-rows.ts';
import type { AnySource } from '#server/rules/releases/rule-source.ts';
import type { TouchedRows } from '#server/rules/releases/touched-rows.ts';
import { waitingRowStore } from '#server/rules/releases/waiting/waiting-rows.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import { fail } from '#server/fail.ts';

export interface Restored {
  /** Rows that stay as they are, each with why. */
  readonly staying: readonly StayingRow[];
}

export interface RestorePreview extends Restored, Pick<ComparedReleases, 'changes'> {
  /** The release that it is compared with. */
  readonly liveNumber: number;
  readonly counts: ToldChanges['counts'];
  /** Saved changes that are not live yet and would be lost. */
  readonly lostCount: number;
}

/** What a release is restored with: all that it touches goes live with it. */
export const restoring = (userId: number | null, { number }: Wanted, sources: readonly AnySource[]): Change => ({
  userId,
  reason: 'restore',
  restored: number,
  live: sources.map(({ key }) => key),
});

/** Within a change, which holds the project: nobody else makes a release meanwhile. */
export async function restoreWithin(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  wanted: Wanted,
  {
    userId,
    touched,
    seen,
  }: { readonly userId: number | null; readonly touched: TouchedRows; readonly seen?: number | undefined },
): Promise<Restored> {
  const live = await releasedRowStore(db).number(project);
  if (seen !== undefined && seen !== live) throw fail('releaseMeanwhile');
  await demandKept(db, project, wanted.number);
  return { staying: await restoreRows(db, project, sources, wanted, { userId, touched }) };
}

/** Tells what restoring would do with rules, by what it would write. Reads alone, so nobody waits for it. */
export async function previewRules(
  db: Database,
  project: ProjectScope,
  rules: readonly AnySource[],
  wanted: Wanted,
): Promise<RestorePreview> {
  await demandKept(db, project, wanted.number);
  const liveNumber = await releasedRowStore(db).number(project);
  const plans = await restorePlans(db, project, rules, wanted);
  const pairs = plans.flatMap((plan) => plan.pairs);
  const changed = new Set(pairs.map(({ source, id }) => `${source} ${id}`));
  const waiting = await waitingRowStore(db).list(project, { sources: rules.map(({ key }) => key) });
  return {
    ...(await toldPairs(db, project, rules, pairs)),
    liveNumber,
    staying: plans.flatMap(({ staying }) => staying),
    lostCount: waiting.filter(({ source, id }) => changed.has(`${source} ${id}`)).length,
  };
}

/** Whoever asks undoes it: only stores of settings know what they can take back. Settings are few. */
export async function previewWithin(
  db: Database,
  project: ProjectScope,
  settings: readonly AnySource[],
  wanted: Wanted,
  now: () => number,
): Promise<RestorePreview> {
  const liveNumber = await releasedRowStore(db).lock(project);
  const waiting = waitingRowStore(db);
  const before = await waiting.list(project);
  const { done, number } = await changeWithin(
    db,
    project,
    settings,
    restoring(null, wanted, settings),
    (handle, touched) => restoreWithin(handle, project, settings, wanted, { userId: null, touched }),
    now,
  );
  const made = number === liveNumber ? null : await historyStore(db).find(project, number);
  const lostCount = before.length - (await waiting.list(project)).length;
  return { ...done, liveNumber, counts: made?.counts ?? {}, changes: made?.changes ?? [], lostCount };
}

/** Of settings and of rules. Where another release went live between the two, restoring is refused by the older number. */
export const together = (one: RestorePreview, other: RestorePreview): RestorePreview => ({
  liveNumber: Math.min(one.liveNumber, other.liveNumber),
  counts: { ...one.counts, ...other.counts },
  changes: [...one.changes, ...other.changes],
  staying: [...one.staying, ...other.staying],
  lostCount: one.lostCount + other.lostCount,
});

/** Whether restoring would write settings at all. */
export const touchesSettings = async (
  db: Database,
  project: ProjectScope,
  settings: readonly AnySource[],
  wanted: Wanted,
): Promise<boolean> => (await restorePlans(db, project, settings, wanted)).length > 0;
