import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import type { ImportFailure } from '#features/data/imports/imports.contract.ts';
import { aboutFeed, feedMessage, endMessage, raiseMessage } from '#features/general/messages/server/messages.service.ts';
import { openedAddress } from '#features/data/feed-settings/server/sealed-address.service.ts';
import { feedStore, type FeedRow } from '#features/data/feed-settings/server/feeds.store.ts';
import type { AvailabilityChange, AvailabilityOutcome, RunAvailability } from './availability.run.ts';
import { availabilityJob, type AvailabilityJob } from './schedules.service.ts';
import type { AvailabilityResult } from '#features/data/schedules/schedules.contract.ts';
import { scheduleStore, type ScheduledFeed } from './schedules.store.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { engineCollection } from '#server/search/project-search.ts';

/** Most of them wait for their hosts. */
const updatesAtOnce = 8;
const updatesPerProject = 2;
/** A single failure is not worth a message. */
const reportedAfterFailures = 3;

type Counts = Pick<AvailabilityResult, 'changed_count' | 'unknown_count'>;

export function runAvailabilityUpdates(app: App, runAvailability: RunAvailability): void {
  const schedules = scheduleStore(app.db);
  const feeds = feedStore(app.db);
  const collections = collectionStore(app.db);

  async function run({ projectId, feedId }: AvailabilityJob, signal: AbortSignal): Promise<void> {
    const project = { id: projectId };
    const [schedule, feed] = [await schedules.find(project, feedId), await feeds.row(project, feedId)];
    if (!schedule?.availability_url || !feed) return;
    const collection = engineCollection(feed.collection_id);
    if (!(await app.engine.status(collection))) return;
    const url = openedAddress(app.sealing, schedule.availability_url);
    if (url === null) return close(project, feed, schedule, passwordUnreadable, noCounts);
    const fields = await collections.fields(project, feed.collection_id);
    const counts = { changed_count: 0, unknown_count: 0 };
    const outcome = await runAvailability(
      {
        url,
        validators: { etag: schedule.availability_etag, lastModified: schedule.availability_last_modified },
        language: feed.feed_language || (await collections.language(project)),
        types: Object.fromEntries(fields.map(({ name, type }) => [name, type])),
        allowedPrivateFeeds: app.settings.allowedPrivateFeeds,
      },
      (changes) => applyChanges(app, collection, changes, counts),
      signal,
    );
    await close(project, feed, schedule, outcome, counts);
  }

  async function close(
    project: ProjectScope,
    feed: FeedRow,
    schedule: ScheduledFeed,
    outcome: AvailabilityOutcome,
    counts: Counts,
  ): Promise<void> {
    const availability_result = JSON.stringify(resultOf(outcome, counts));
    // Messages first: a killed run repeats both.
    if (outcome.kind === 'failed') {
      const { failure, retryAfterSeconds } = outcome;
      const failures = schedule.availability_failure_count + 1;
      if (failures >= reportedAfterFailures) await tell(project, feed, failure);
      await schedules.update(project, feed.id, {
        availability_result,
        availability_failure_count: failures,
        ...(retryAfterSeconds !== null && { availability_next_at: Date.now() + retryAfterSeconds * 1000 }),
      });
      return;
    }
    await endMessage(app, project, 'availabilityFailed', aboutFeed(feed.id));
    await schedules.update(project, feed.id, {
      availability_result,
      availability_failure_count: 0,
      ...(outcome.kind === 'read' && {
        availability_etag: outcome.validators.etag,
        availability_last_modified: outcome.validators.lastModified,
      }),
    });
  }

  const tell = (project: ProjectScope, feed: FeedRow, failure: ImportFailure): Promise<void> =>
    raiseMessage(app, project, {
      kind: 'availabilityFailed',
      ...feedMessage(feed),
      failure,
      isMailed: true,
    });

  app.jobs.handle<AvailabilityJob>(availabilityJob, run, {
    atOnce: updatesAtOnce,
    perGroup: updatesPerProject,
    groupOf: ({ projectId }) => projectId,
    onParked: ({ projectId, feedId }) => {
      const failure = { code: 'cutOff', details: {} } as const;
      const result = resultOf({ kind: 'failed', failure, retryAfterSeconds: null }, noCounts);
      return schedules.update({ id: projectId }, feedId, { availability_result: JSON.stringify(result) });
    },
  });
}

const passwordUnreadable: AvailabilityOutcome = {
  kind: 'failed',
  failure: { code: 'passwordUnreadable', details: {} },
  retryAfterSeconds: null,
};
const noCounts: Counts = { changed_count: 0, unknown_count: 0 };

/** Never adds items. */
async function applyChanges(
  app: App,
  collection: string,
  changes: readonly AvailabilityChange[],
  counts: { -readonly [Name in keyof Counts]: number },
): Promise<void> {
  const patches = changes.map(({ id, fields }) => ({ kind: 'patch', id, fields }) as const);
  for (const outcome of await app.engine.change(collection, patches)) {
    if (outcome === 'notFound') counts.unknown_count += 1;
    else if (outcome !== 'unchanged') counts.changed_count += 1;
  }
}

const resultOf = (outcome: AvailabilityOutcome, counts: Counts): AvailabilityResult => ({
  state: outcome.kind === 'read' ? 'done' : outcome.kind,
  at: Date.now(),
  ...counts,
  bad_count: outcome.kind === 'read' ? outcome.badCount : 0,
  failure: outcome.kind === 'failed' ? outcome.failure : null,
});
