import { addDays, dayOf, startOfDay } from '#contract/days.ts';
import { toPage } from '#contract/page.ts';
import {
  cancelPlanned,
  compareReleases,
  describeRelease,
  listReleases,
  previewRestore,
  publishWaiting,
  readRelease,
  readWaitingChanges,
  type Release,
  reloadRules,
  restoreRelease,
  type ShownChange,
  type Staying,
  takeBackWaiting,
} from '#features/search-settings/releases/releases.contract.ts';
import { readWaiting } from '#features/search-settings/releases/waiting.contract.ts';
import { Expected } from '#features/search-settings/publish-gate/publish-gate.contract.ts';
import { failField, foundIn } from '#server/base/fail.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { type PastChange, type PastRelease, thinEveryMilliseconds } from '#server/rules/releases/history.store.ts';
import { lookMilliseconds } from '#server/rules/releases/publish.ts';
import type { StayingRow } from '#server/rules/releases/restore-release.ts';
import { serve } from '#server/app/serve.ts';

type Row = Record<string, unknown> | null;

export function serveReleases(app: App): void {
  const { releases } = app;
  app.jobs.repeat('midnight', lookMilliseconds, () => releases.publishAtMidnight());
  app.jobs.repeat('validity', lookMilliseconds, () => releases.publishBoundaries());
  app.jobs.repeat('planned releases', lookMilliseconds, () => releases.publishPlanned());
  app.jobs.repeat('old releases', thinEveryMilliseconds, () => releases.thin());

  const liveNumber = async (project: ProjectScope): Promise<number> => (await releases.live(project)).number;

  const shown = (release: PastRelease, live: number): Release => ({
    name: release.name,
    comment: release.comment,
    number: release.number,
    is_live: release.number === live,
    live_since: release.createdAt,
    reason: release.reason,
    user: release.userName,
    restored: release.restoredNumber,
    can_restore: release.isKept && release.number !== live,
    counts: { ...release.counts },
  });

  async function namesOf(rows: readonly { readonly userId: number | null }[]) {
    const names = await releases.history.names([...new Set(rows.flatMap(({ userId }) => userId ?? []))]);
    return (userId: number | null): string | null => (userId === null ? null : (names.get(userId) ?? null));
  }

  const found = async (project: ProjectScope, number: number) => foundIn(await releases.history.find(project, number), 'release');

  serve(app, listReleases, async ({ user_id: userId, ...query }, { project }) => {
    const live = await liveNumber(project);
    const { items, count } = await releases.history.list(project, { ...query, userId });
    const page = toPage(
      items.map((release) => shown(release, live)),
      count,
      query.per_page,
    );
    const skipped = await releases.skippedRows(project);
    return {
      ...page,
      skipped: skipped.map(({ collectionId, ...row }) => ({ ...row, collection_id: collectionId })),
      people: await releases.history.authors(project),
    };
  });

  serve(app, readRelease, async ({ number }, { project }) => {
    const { changes, expected, ...release } = await found(project, number);
    const isKept = await releases.history.isKept(project, number - 1);
    return {
      ...shown(release, await liveNumber(project)),
      changes: changes.map(shownChange),
      previous: isKept === null ? null : { number: number - 1, can_restore: isKept },
      expected: Expected.safeParse(expected).data ?? null,
    };
  });

  serve(app, describeRelease, async ({ number, ...words }, { project }) => {
    foundIn((await releases.history.describe(project, number, words)) || null, 'release');
    return shown(await found(project, number), await liveNumber(project));
  });

  serve(app, compareReleases, async ({ number, with: other }, { project }) => {
    const [from, to] = [Math.min(number, other), Math.max(number, other)];
    const { counts, changes } = await releases.compare(project, { from, to });
    return { from, to, counts: { ...counts }, changes: changes.map(shownChange) };
  });

  serve(app, previewRestore, async ({ number, source, id }, { project }) => {
    const row = source === undefined || id === undefined ? undefined : { source, id };
    const { liveNumber: live, counts, changes, staying, lostCount } = await releases.previewRestore(project, { number, row });
    return {
      live_number: live,
      counts: { ...counts },
      changes: changes.map(shownChange),
      staying: staying.map(shownStaying),
      lost_count: lostCount,
    };
  });

  serve(app, restoreRelease, async ({ number, rule, undoes, live_number: seen }, { project, user }) => {
    const staying = await releases.restore(project, user.id, { number, row: rule ?? undefined, undoes, seen });
    const live = await liveNumber(project);
    return { ...shown(await found(project, live), live), staying: staying.map(shownStaying) };
  });

  serve(app, readWaiting, async (_input, { project }) => {
    const waiting = await releases.waiting(project);
    const planned = await releases.planned(project);
    const nameOf = await namesOf([...waiting, ...planned]);
    const today = dayOf(Date.now(), project.timeZone);
    return {
      rows: waiting.flatMap(
        ({ source, id, kind, name, collectionId, userId, changedAt, goesLive, plannedId = null, heldBy = null }) =>
          goesLive === 'atOnce'
            ? []
            : {
                source,
                id,
                kind,
                name,
                collection_id: collectionId,
                user: nameOf(userId),
                changed_at: changedAt,
                goes_live: heldBy === null ? goesLive : 'onPublish',
                planned: plannedId,
                held_by: heldBy,
              },
      ),
      planned: planned.map(({ userId, publishAt, changeCount, ...plan }) => ({
        ...plan,
        publish_at: publishAt,
        user: nameOf(userId),
        change_count: changeCount,
      })),
      time_zone: project.timeZone,
      next_midnight: startOfDay(addDays(today, 1), project.timeZone),
    };
  });

  serve(app, readWaitingChanges, async (_input, { project }) => {
    const changes = await releases.waitingChanges(project);
    const nameOf = await namesOf(changes);
    return {
      changes: changes.map(({ userId, changedAt, plannedId = null, heldBy: _held, ...change }) => ({
        ...shownChange(change),
        user: nameOf(userId),
        changed_at: changedAt,
        planned: plannedId,
      })),
    };
  });

  serve(app, takeBackWaiting, async ({ source, id }, { project, user }) => {
    await releases.takeBack(project, user.id, { row: { source, id } });
    return {};
  });

  serve(app, publishWaiting, async ({ publish_at: publishAt, waiting_version: checked, ...words }, { project, user }) => {
    if (publishAt !== null) {
      if (publishAt <= Date.now()) throw failField('publish_at', 'momentPast');
      const { planned, changeCount } = await releases.plan(project, { userId: user.id, ...words, publishAt }, checked);
      return { change_count: changeCount, release: null, planned };
    }
    const who = { userId: user.id, reason: 'publish', ...words };
    const { number, changeCount } = await releases.publish(project, who, { unplanned: 'changes' }, checked);
    return { change_count: changeCount, release: number, planned: null };
  });

  serve(app, cancelPlanned, async ({ id }, { project, user }) => {
    foundIn((await releases.cancelPlanned(project, { id, userId: user.id })) || null, 'release');
    return {};
  });

  serve(app, reloadRules, async ({ waiting_version: checked }, { project, user }) => {
    const who = { userId: user.id, reason: 'regenerate' };
    const filter = { sources: releases.keysOf('atMidnight'), unplanned: 'changes' } as const;
    const { number, changeCount } = await releases.publish(project, who, filter, checked);
    return { change_count: changeCount, release: number };
  });
}

const shownChange = ({ collectionId, before, after, isLive, ...change }: PastChange): ShownChange => ({
  ...change,
  collection_id: collectionId,
  before: before as Row,
  after: after as Row,
  is_live: isLive,
});

const shownStaying = ({ collectionId, ...row }: StayingRow): Staying => ({ ...row, collection_id: collectionId });
