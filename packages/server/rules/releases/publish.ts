import type { FastifyBaseLogger } from 'fastify';
import { dayOf, startOfDay } from '#contract/days.ts';
import { difference, release, takeWaiting, type Who } from './change-release.ts';
import type { AnySource } from './rule-source.ts';
import { lastKnown, type RowVersion, type StoredVersion, validityAt, versionStore } from './versions.store.ts';
import { type WaitingFilter, waitingStore, waitingVersion } from './waiting.store.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { fail } from '#server/base/fail.ts';

/** How often servers look for midnights, and for rules that begin or end: rules go live at most so much later. */
export const lookMilliseconds = 15_000;

export interface Published {
  /** null where nothing waited. */
  readonly number: number | null;
  readonly changeCount: number;
}

export async function publishWithin(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  { checked, ...who }: Who & { readonly checked?: string | undefined },
  filter: WaitingFilter,
  now: number,
): Promise<Published> {
  const last = await versionStore(db).lock(project);
  await demandChecked(db, project, checked);
  const changed = await takeWaiting(db, project, sources, filter, now);
  const number = await release(db, project, last, changed, { ...who, now });
  return { number: number === last ? null : number, changeCount: changed.length };
}

/** Throws `waitingMeanwhile` if other changes wait than those of version `checked`. */
export async function demandChecked(db: Database, project: ProjectScope, checked: string | undefined): Promise<void> {
  if (checked === undefined) return;
  const waiting = await waitingStore(db).list(project, { unplanned: 'changes' });
  if (checked !== waitingVersion(waiting)) throw fail('waitingMeanwhile');
}

export interface PublishingNeeds {
  readonly db: Database;
  readonly log: FastifyBaseLogger;
  readonly now: () => number;
  readonly sources: readonly AnySource[];
}

/**
 * Publishes what waited before the last midnight of each project's time zone. Of several servers one does it, also after a crash: the
 * day is noted in the transaction of the release.
 */
export async function publishAtMidnight({ db, log, now, sources }: PublishingNeeds): Promise<void> {
  const keys = sources.flatMap(({ key, goesLive }) => (goesLive === 'atMidnight' ? [key] : []));
  for (const { project, day, start } of await dueMidnights(db, keys, now()))
    await attempt(log, project, 'Rules that waited for midnight did not go live', async () => {
      await db.transaction().execute(async (transaction) => {
        if (!(await noteDay(transaction, project, day))) return;
        crashPoint('midnight:dayNoted');
        const filter = { sources: keys, before: start, unplanned: 'rows' } as const;
        await publishWithin(transaction, project, sources, { userId: null, reason: 'midnight' }, filter, now());
      });
      crashPoint('midnight:done');
    });
}

/** Releases the live rows that begin or end. Rows are read under the project's lock, so of several servers one does it. */
export async function publishBoundaries({ db, log, now, sources }: PublishingNeeds): Promise<void> {
  for (const project of await versionStore(db).dueProjects(now()))
    await attempt(log, project, 'Rules did not begin or end', async () => {
      await db.transaction().execute((transaction) => publishDue(transaction, project, sources, now()));
      crashPoint('validity:done');
    });
}

/** A project that fails is tried again at the next look. */
export async function attempt(
  log: FastifyBaseLogger,
  project: ProjectScope,
  failure: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ err: error, project: project.id }, failure);
  }
}

async function dueMidnights(db: Database, sources: readonly string[], moment: number) {
  if (sources.length === 0) return [];
  const rows = await db
    .selectFrom('waiting_row')
    .innerJoin('project', 'project.id', 'waiting_row.project_id')
    .where('source', 'in', sources)
    .where('deleted_at', 'is', null)
    .groupBy(['project.id', 'time_zone', 'midnight_day'])
    .select(({ fn }) => ['project.id', 'time_zone', 'midnight_day', fn.min('changed_at').as('changed_at')])
    .execute();
  return rows.flatMap(({ id, time_zone: timeZone, midnight_day: last, changed_at: changedAt }) => {
    const day = dayOf(moment, timeZone);
    const start = startOfDay(day, timeZone);
    const isDue = (last === null || last < day) && Number(changedAt) < start;
    return isDue ? [{ project: { id }, day, start }] : [];
  });
}

/** False where another server has this midnight. */
async function noteDay(db: Database, project: ProjectScope, day: string): Promise<boolean> {
  const noted = await db
    .updateTable('project')
    .set({ midnight_day: day })
    .where('id', '=', project.id)
    .where((row) => row.or([row('midnight_day', 'is', null), row('midnight_day', '<', day)]))
    .returning('id')
    .execute();
  return noted.length > 0;
}

async function publishDue(db: Database, project: ProjectScope, sources: readonly AnySource[], now: number): Promise<void> {
  const versions = versionStore(db);
  const last = await versions.lock(project);
  const changed = [];
  for (const before of await versions.due(project, now)) {
    const source = sources.find(({ key }) => key === before.source);
    if (!source) continue;
    const version = versionAt(before, now);
    // It began and ended while no server ran.
    if (version.is_in_force === before.is_in_force) await versions.reschedule(project, version);
    else changed.push(difference(source, lastKnown(version), before, version));
  }
  crashPoint('validity:read');
  await release(db, project, last, changed, { userId: null, reason: 'validity', now });
}

const versionAt = (version: StoredVersion, now: number): RowVersion => ({
  ...version,
  ...validityAt(lastKnown(version), now),
});
