import { regenerationStore } from './regenerations.store.ts';
import type { Regeneration } from '#features/search-settings/releases/releases.contract.ts';
import type { App } from '#server/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { lookMilliseconds } from '#server/rules/releases/publish.ts';
import { thinEveryMilliseconds } from '#server/rules/releases/history.store.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

const jobKind = 'regenerate';
const regenerationsAtOnce = 2;

interface RegenerateJob {
  readonly projectId: number;
  readonly regenerationId: number;
}

/** Queues a run that makes waiting changes live now. Joins a run that is queued or running. */
export async function requestRegeneration(app: App, project: ProjectScope, userId: number): Promise<Regeneration | null> {
  await app.db.transaction().execute(async (transaction) => {
    const id = await regenerationStore(transaction).insert(project, userId);
    if (id === null) return;
    const job: RegenerateJob = { projectId: project.id, regenerationId: id };
    // Its own key: the job of the run before may not have ended yet.
    await app.jobs.enqueue(jobKind, String(id), job, transaction);
  });
  return regenerationStore(app.db).newest(project);
}

/** Starts the jobs of this server: regenerate, publish at midnight, delete old releases. */
export function runReleases(app: App): void {
  const runs = regenerationStore(app.db);

  /** The release and the end of the run are one transaction, so an interrupted run either runs again or is done. */
  async function regenerate({ projectId, regenerationId }: RegenerateJob): Promise<void> {
    const project = { id: projectId };
    const begun = await runs.begin(project, regenerationId);
    if (begun === null) return;
    crashPoint('regeneration:begun');
    await app.releases.publish(
      project,
      { userId: begun.userId, reason: 'regenerate' },
      { sources: app.releases.keysOf('atMidnight') },
      (db, { number, changeCount }) =>
        regenerationStore(db).end(project, regenerationId, { state: 'done', changeCount, release: number }),
    );
  }

  app.jobs.handle<RegenerateJob>(
    jobKind,
    async (job, signal) => {
      try {
        await regenerate(job);
      } catch (error) {
        if (signal.aborted) throw error;
        app.http.log.error({ err: error, project: job.projectId }, 'Waiting rules could not go live');
        await runs.end({ id: job.projectId }, job.regenerationId, { state: 'failed', failure: String(error) });
      }
    },
    {
      atOnce: regenerationsAtOnce,
      onParked: ({ projectId, regenerationId }) =>
        runs.end({ id: projectId }, regenerationId, { state: 'failed', failure: 'It was cut off too often.' }),
    },
  );
  app.jobs.repeat('midnight', lookMilliseconds, () => app.releases.publishAtMidnight());
  app.jobs.repeat('validity', lookMilliseconds, () => app.releases.publishBoundaries());
  app.jobs.repeat('old releases', thinEveryMilliseconds, () => app.releases.thin());
}
