import { addDays, dayOf } from '#contract/days.ts';
import { listedExperiments } from '#contract/limits.ts';
import {
  checkVariant,
  type Experiment,
  type ExperimentEnding,
  type experimentKinds,
  keepLive,
  listExperiments,
  type Goal,
  outlookDays,
  publishVariant,
  readOutlook,
  startExperiment,
} from '#features/search-settings/experiments/experiments.contract.ts';
import { collectionsKey, withoutLearning } from '#features/data/collections/server/released-settings.store.ts';
import { madeUpVisitorStore } from '#features/analytics/made-up-visitors/server/made-up-visitors.store.ts';
import { endMessage } from '#features/general/messages/server/messages.service.ts';
import { learnedKind } from '#features/search-settings/learned/server/learned.store.ts';
import { checkQueries } from '#features/search-settings/publish-gate/server/publish-gate.service.ts';
import { experimentStore, type StoredExperiment } from './experiments.store.ts';
import { type ExperimentFigures, experimentMeasurer, longestDays, stoppedMessage } from './measure-experiments.ts';
import { expectedChange, neededVisitors } from './sequential.ts';
import type { App } from '#server/app/app.ts';
import { serve } from '#server/app/serve.ts';
import { fail, failField, foundIn } from '#server/base/fail.ts';
import { collectionOf, type ProjectScope } from '#server/db/row-scope.ts';
import { lookMilliseconds } from '#server/rules/releases/publish.ts';
import { pairsOf } from '#server/rules/experiments/experiments.store.ts';
import { lastKnown, type RowPair } from '#server/rules/releases/versions.store.ts';
import type { Tested } from '#server/rules/experiments/tested-pairs.ts';

const measureEveryMilliseconds = 10 * 60_000;
/** While somebody has the screen open. */
const freshMilliseconds = 10_000;
const wholePercent = 100;

/** Tried for the outlook, from small to large. */
const leastChanges = [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1];

export function serveExperiments(app: App): void {
  const store = experimentStore(app.db);
  const madeUp = madeUpVisitorStore(app.db);
  const { measure, look, end } = experimentMeasurer(app);

  app.jobs.repeat('A/B tests', lookMilliseconds, async (signal) => {
    for (const test of await store.running()) {
      if (signal.aborted) return;
      try {
        await look(test, measureEveryMilliseconds);
      } catch (error) {
        // Others go on; this one is retried.
        app.http.log.error({ err: error, experiment: test.id }, 'An A/B test could not be measured');
      }
    }
  });

  const found = async (project: ProjectScope, id: number): Promise<StoredExperiment> =>
    foundIn(await store.find(project, id), 'A/B test');

  serve(app, listExperiments, async ({ c }, { project }) => {
    const collection = await collectionOf(app.db, project, c);
    const [newest] = await store.list(collection, 1);
    if (newest?.ended_at === null) await look(newest, freshMilliseconds);
    const all = await store.list(collection, listedExperiments);
    const names = await store.names(all.flatMap(({ started_by: id }) => id ?? []));
    const live = await app.releases.live(project);
    const [running] = all.filter(({ ended_at: at }) => at === null);
    const draft = await app.releases.pairsOf(project, c, { from: 'draft' });
    const shown = (test: StoredExperiment) => ({
      ...shownExperiment(test, store.figures<ExperimentFigures>(test), names),
      replaces: replacedBy(test, draft).map((row) => ({
        source: row.source,
        id: row.id,
        name: app.releases.nameIn(row.source)(lastKnown((row.after ?? row.before)!)),
      })),
    });
    return {
      running: running ? shown(running) : null,
      release_count: running ? live.number - running.live_number : 0,
      past: all.filter((test) => test !== running).map(shown),
      draft_count: draft.length,
      is_learning: live.relevance[c]?.learning !== 'off',
      currency: project.currency,
      longest_days: longestDays(app),
    };
  });

  serve(app, readOutlook, async ({ c, goal, share }, { project }) => {
    const collection = await collectionOf(app.db, project, c);
    const today = dayOf(Date.now(), project.timeZone);
    const groups = await store.usual(collection, addDays(today, -outlookDays), addDays(today, -1));
    const sums = groups?.[goal];
    const perDay = (sums?.visitors ?? 0) / outlookDays;
    const part = share / wholePercent;
    const daysOf = (change: number): number | null => {
      const needed = sums ? neededVisitors(sums, goal !== 'turnover', change, part) : null;
      return needed === null ? null : Math.ceil(needed / perDay);
    };
    const longest = longestDays(app);
    return {
      visitors_per_day: perDay,
      are_visitors_made_up: (await madeUp.stateOf(project)).areMadeUp,
      days: daysOf(expectedChange),
      longest_days: longest,
      least_change: leastChanges.find((change) => (daysOf(change) ?? Infinity) <= longest) ?? null,
    };
  });

  serve(app, startExperiment, async ({ c, release_number: number, ...form }, { project, user }) => {
    const collection = await collectionOf(app.db, project, c);
    if (form.kind === 'release' && number === null) throw failField('release_number', 'required');
    const live = await app.releases.live(project);
    const pairs = await app.releases.pairsOf(project, c, testedOf(form.kind, number));
    if (pairs.length === 0) throw fail('experimentSame');
    const [last] = await store.list(collection, 1);
    const test = {
      ...form,
      pairs,
      release_number: form.kind === 'release' ? number : null,
      live_number: live.number,
      started_at: Date.now(),
      started_by: user.id,
    };
    const id = await store.add(collection, test);
    if (id === null) throw fail('experimentRunning');
    await app.releases.reread(project);
    if (last) await endMessage(app, project, stoppedMessage.kind, stoppedMessage.about(last.id));
    return { id };
  });

  serve(app, keepLive, async ({ id }, { project }) => {
    const test = await found(project, id);
    if (test.ended_at === null) await measure(test);
    if (!(await end(test, 'kept'))) throw fail('experimentEnded');
    return {};
  });

  serve(app, checkVariant, async ({ id, ...part }, { project }) => {
    const test = await found(project, id);
    const { relevance, rulesOf } = await app.releases.previewPairs(project, pairsOf(id, test.pairs));
    const settings = foundIn(relevance[part.collection_id], 'collection');
    return checkQueries(app, project, part, { ...settings, rules: rulesOf(part.collection_id) });
  });

  serve(app, publishVariant, async ({ id }, { project, user }) => {
    const test = await found(project, id);
    const isPublished = await app.releases.publishPairs(project, {
      userId: user.id,
      pairs: pairsOf(id, test.pairs),
      work: (db) => experimentStore(db).end(project, id, 'published', Date.now()),
    });
    if (!isPublished) throw fail('experimentOutdated');
    await app.releases.reread(project);
    return { release: (await app.releases.live(project)).number };
  });
}

function testedOf(kind: (typeof experimentKinds)[number], number: number | null): Tested {
  // Learning goes on in both groups.
  if (kind === 'release') return { from: 'release', number: number ?? 0, without: [learnedKind] };
  if (kind === 'draft') return { from: 'draft' };
  return {
    from: 'row',
    source: collectionsKey,
    change: withoutLearning,
  };
}

function replacedBy({ id, pairs }: StoredExperiment, draft: readonly RowPair[]): RowPair[] {
  const own = new Map(pairsOf(id, pairs).map((pair) => [`${pair.source} ${pair.id}`, pair]));
  return draft.filter((row) => {
    const ofTest = own.get(`${row.source} ${row.id}`);
    return ofTest !== undefined && ofTest.after?.content !== row.after?.content;
  });
}

const shownExperiment = (
  { id, name, release_number, share, pairs, started_at, started_by, ended_at, ...test }: StoredExperiment,
  figures: ExperimentFigures | null,
  names: ReadonlyMap<number, string>,
): Omit<Experiment, 'replaces'> => ({
  id,
  name,
  release_number,
  share,
  started_at,
  ended_at,
  kind: test.kind as Experiment['kind'],
  goal: test.goal as Goal,
  ending: test.ending as ExperimentEnding | null,
  row_count: pairsOf(id, pairs).length,
  started_by: started_by === null ? null : (names.get(started_by) ?? null),
  figures,
});
