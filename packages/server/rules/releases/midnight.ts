import type { FastifyBaseLogger } from 'fastify';
import { dayOf, startOfDay } from '#contract/days.ts';
import type { Published } from './waiting/publish-waiting.ts';
import type { WaitingFilter } from './waiting/waiting-rows.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

/** Midnight is looked for this often, so rules go live at most so much later. */
export const midnightMilliseconds = 15_000;

interface Needs {
  readonly db: Database;
  readonly log: FastifyBaseLogger;
  readonly now: () => number;
  readonly sources: () => readonly string[];
  readonly publish: (db: Database, project: ProjectScope, filter: WaitingFilter) => Promise<Published>;
}

interface Due {
  readonly project: ProjectScope;
  readonly day: string;
  /** The first moment of the day in the project's time zone. */
  readonly start: number;
}

/**
 * Makes live what waited before the last midnight of each project's clocks. Of several servers, and however often it is cut off, one does
 * it once for a project and a day: the day is noted in the same transaction as the release.
 */
export async function publishAtMidnight({ db, log, now, sources, publish }: Needs): Promise<void> {
  for (const due of await dueProjects(db, sources(), now())) {
    try {
      await db.transaction().execute(async (transaction) => {
        if (!(await noteDay(transaction, due))) return;
        crashPoint('midnight:dayNoted');
        await publish(transaction, due.project, { sources: sources(), before: due.start });
      });
      crashPoint('midnight:done');
    } catch (error) {
      // The others have their midnight all the same; this one is tried again in a moment.
      log.error({ err: error, project: due.project.id }, 'Rules that waited for midnight did not go live');
    }
  }
}

async function dueProjects(db: Database, sources: readonly string[], moment: number): Promise<Due[]> {
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

/** Answers whether nobody else had this midnight. */
async function noteDay(db: Database, { project, day }: Due): Promise<boolean> {
  const noted = await db
    .updateTable('project')
    .set({ midnight_day: day })
    .where('id', '=', project.id)
    .where((row) => row.or([row('midnight_day', 'is', null), row('midnight_day', '<', day)]))
    .returning('id')
    .execute();
  return noted.length > 0;
}
