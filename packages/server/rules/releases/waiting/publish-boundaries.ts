import type { FastifyBaseLogger } from 'fastify';
import { release } from '#server/rules/releases/change-release.ts';
import { changeOf, difference } from '#server/rules/releases/differences.ts';
import { releasedRowStore } from '#server/rules/releases/released-rows.store.ts';
import { lastKnown } from '#server/rules/releases/row-names.ts';
import type { AnySource } from '#server/rules/releases/rule-source.ts';
import { storedValidityAt } from '#server/rules/releases/validity.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

/** Boundaries are looked for this often, so rules begin and end at most so much later. */
export const boundaryMilliseconds = 15_000;

interface Needs {
  readonly db: Database;
  readonly log: FastifyBaseLogger;
  readonly now: () => number;
  readonly sources: () => readonly AnySource[];
}

/**
 * Makes a release of the live rows of each project that come into force, or aren't any more. What is saved and waits is left alone. Of
 * several servers, and however often it is cut off, one does it once: the rows that are due are read by whoever holds the project, and
 * their next moments are part of the release.
 */
export async function publishBoundaries({ db, log, now, sources }: Needs): Promise<void> {
  const keys = sources().map(({ key }) => key);
  for (const project of await releasedRowStore(db).dueProjects(keys, now())) {
    try {
      await db.transaction().execute((transaction) => publishDue(transaction, project, sources(), now()));
      crashPoint('validity:done');
    } catch (error) {
      // The others have theirs all the same; this one is tried again in a moment.
      log.error({ err: error, project: project.id }, 'Rules did not begin or end');
    }
  }
}

async function publishDue(db: Database, project: ProjectScope, sources: readonly AnySource[], now: number): Promise<void> {
  const released = releasedRowStore(db);
  const last = await released.lock(project);
  const changed = [];
  for (const source of sources)
    for (const before of await released.due(project, source.key, now)) {
      const version = { ...before, ...storedValidityAt(before, now) };
      // Nobody was there between its beginning and its end.
      if (version.is_in_force === before.is_in_force) await released.reschedule(project, version);
      else changed.push(difference(source, lastKnown(source, version), changeOf(source, before, version), version));
    }
  crashPoint('validity:read');
  await release(db, project, last, changed, { userId: null, reason: 'validity', now });
}
