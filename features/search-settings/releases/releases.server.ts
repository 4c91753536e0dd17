import { addDays, dayOf, startOfDay } from '#contract/days.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { toPage } from '#contract/page.ts';
import { regenerationStore } from './regenerations.store.ts';
import { listReleases, readRelease, readWaiting, reloadRules, restoreRelease, takeBackWaiting } from './releases.contract.ts';
import { requestRegeneration, runReleases } from './releases.service.ts';
import { foundIn } from '#server-kit/found-in.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { fail } from '#server-kit/fail.ts';
import type { PastRelease } from '#server-kit/releases/history.store.ts';
import { serve } from '#server-kit/serve.ts';

type Shown = OutputOf<typeof restoreRelease>;
type Row = Record<string, unknown> | null;

/** Releases as people see them: what is live, what waits, and the way back. */
export function serveReleases(app: App): void {
  const { releases } = app;
  const runs = regenerationStore(app.db);
  runReleases(app);

  const liveNumber = async (project: ProjectScope): Promise<number> => (await releases.live(project)).number;

  const shown = (release: PastRelease, live: number): Shown => ({
    number: release.number,
    is_live: release.number === live,
    live_since: release.createdAt,
    reason: release.reason,
    user: release.userName,
    restored: release.restoredNumber,
    can_restore: release.isKept && release.number !== live,
    counts: { ...release.counts },
  });

  const found = async (project: ProjectScope, number: number) => {
    const release = foundIn(await releases.history.find(project, number), 'release');
    return release;
  };

  serve(app, listReleases, async ({ user_id: userId, ...query }, { project }) => {
    const { number: live, skipped } = await releases.live(project);
    const { items, count } = await releases.history.list(project, { ...query, userId });
    const page = toPage(
      items.map((release) => shown(release, live)),
      count,
      query.per_page,
    );
    return { ...page, left_out: skipped.map((row) => ({ ...row })) };
  });

  serve(app, readRelease, async ({ number }, { project }) => {
    const { changes, ...release } = await found(project, number);
    const rows = changes.map(({ source, id, kind, name, collectionId, before, after }) => ({
      source,
      id,
      kind,
      name,
      collection_id: collectionId,
      before: before as Row,
      after: after as Row,
    }));
    return { ...shown(release, await liveNumber(project)), changes: rows };
  });

  serve(app, restoreRelease, async ({ number, rule, live_number: seen }, { project, user }) => {
    if (seen !== undefined && seen !== (await liveNumber(project))) throw fail('releaseMeanwhile');
    await releases.restore(project, user.id, number, rule ?? undefined);
    const live = await liveNumber(project);
    return shown(await found(project, live), live);
  });

  serve(app, readWaiting, async (_input, { project }) => {
    const waiting = await releases.waiting(project);
    const names = await runs.names([...new Set(waiting.flatMap(({ userId }) => userId ?? []))]);
    const today = dayOf(Date.now(), project.timeZone);
    return {
      rows: waiting.flatMap(({ source, id, kind, name, collectionId, userId, changedAt, goesLive }) =>
        goesLive === 'atOnce'
          ? []
          : {
              source,
              id,
              kind,
              name,
              collection_id: collectionId,
              user: userId === null ? null : (names.get(userId) ?? null),
              changed_at: changedAt,
              goes_live: goesLive,
            },
      ),
      time_zone: project.timeZone,
      next_midnight: startOfDay(addDays(today, 1), project.timeZone),
      regeneration: await runs.newest(project),
    };
  });

  serve(app, takeBackWaiting, async ({ source, id }, { project, user }) => {
    await releases.takeBack(project, user.id, { source, id });
    return {};
  });

  serve(app, reloadRules, async (_input, { project, user }) => {
    const run = foundIn(await requestRegeneration(app, project, user.id), 'record');
    return run;
  });
}
