import { acceptFix, undoFixesOf } from './accept-fix.ts';
import {
  acceptFixes,
  countOpenQueries,
  dismissQueries,
  proposeFixes,
  readProblem,
  reopenQueries,
  undoFixes,
} from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { dashboardRange, daysAgo } from '#features/analytics/statistics/statistics.contract.ts';
import { dayOf } from '#contract/days.ts';
import { proposals, queriesInState } from './proposals.service.ts';
import { queryFixStore } from './query-fixes.store.ts';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import { statistics } from '#features/analytics/statistics/server/statistics.service.ts';
import { termStore } from '#features/analytics/statistics/server/terms.store.ts';
import type { App } from '#server/app/app.ts';
import { Failure } from '#server/base/fail.ts';
import { serve } from '#server/app/serve.ts';

export function serveFixProblem(app: App): void {
  const { asked } = statistics(app);
  const terms = termStore(app.db);
  const fixes = queryFixStore(app.db);
  const proposed = proposals(app);
  const logged = (query: string): string => normaliseQuery(query).trim();

  serve(app, readProblem, async ({ c: collectionId, q, ...filter }, { project }, _upload, signal) => {
    const query = logged(q);
    const statistic = await asked(filter, project);
    const { unfound_count: unfound, corrected_count: corrected } = await terms.counts(statistic, query);
    const queries = unfound + corrected;
    const newest = queries > 0 ? await terms.newest(statistic, query) : undefined;
    const users = (await terms.visitors(statistic, [query], corrected === 0)).get(query);
    const fix = (await fixes.of(project, [query])).get(query);
    const isWhole = !isMasked(query);
    const place = { project, collectionId, signal };
    const now = isWhole ? await proposed.found(place, query) : undefined;
    const found = isWhole ? await proposed.ofQuery(place, query) : { proposals: [], unknown: [] };
    return {
      query,
      queries,
      users_affected: users?.count ?? null,
      is_estimated: users?.isEstimated ?? false,
      last_at: newest ? Number(newest.last_at) : null,
      state: fix?.state ?? ('open' as const),
      changed_at: fix?.changedAt ?? null,
      is_masked: !isWhole,
      found_now: now?.count ?? 0,
      is_redirected: now?.isRedirected ?? false,
      unknown_words: found.unknown,
      proposals: found.proposals,
    };
  });

  serve(app, proposeFixes, ({ c: collectionId, queries }, { project }, _upload, signal) =>
    proposed.best({ project, collectionId, signal }, queries),
  );

  serve(app, acceptFixes, async ({ c: collectionId, fixes: wanted }, { project, user }) => {
    const fixed = [];
    const changed = [];
    const refused = [];
    for (const { query: typed, seen, fix } of wanted) {
      const query = logged(typed);
      try {
        const done = await acceptFix(app, { project, userId: user.id, collectionId, query, fix, seen });
        if (done === null) changed.push(query);
        else fixed.push(done);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        refused.push({ query, message: error.message });
      }
    }
    return { fixed, changed, refused };
  });

  serve(app, undoFixes, async ({ fixes: undone }, { project, user }) => ({
    queries: await undoFixesOf(app, {
      project,
      userId: user.id,
      fixes: undone.map((fix) => ({ ...fix, query: logged(fix.query) })),
    }),
  }));

  serve(app, dismissQueries, async ({ queries }, { project, user }) => {
    const dismissed = [];
    const at = Date.now();
    for (const { query: typed, seen } of queries) {
      const term = logged(typed);
      const noted = { term, seen, state: 'dismissed', rule: null, countsFrom: at, userId: user.id, at } as const;
      const changedAt = await fixes.note(project, noted);
      if (changedAt !== null) dismissed.push({ query: term, changed_at: changedAt });
    }
    return { queries: dismissed };
  });

  serve(app, reopenQueries, async ({ queries }, { project }) => ({
    queries: await fixes.reopen(project, 'dismissed', queries.map(logged)),
  }));

  serve(app, countOpenQueries, async (_input, { project }) => {
    const days = daysAgo(dashboardRange, dayOf(Date.now(), project.timeZone));
    const statistic = await asked({ ...days, language: '', result_object: 'search' }, project);
    const { since, today, range } = statistic;
    const isFirstDay = since !== null && since > range.end;
    const wanted = isFirstDay ? { ...statistic, range: { start: since, end: today } } : statistic;
    const { totalCount: count } = await terms.page(wanted, { ...(await queriesInState(app, wanted, 'open')), limit: 0 });
    return { count, ...wanted.range };
  });
}
