import { dayMs, dayOf } from '#contract/days.ts';
import { longestExperimentDays, mixedGoal } from '#contract/limits.ts';
import type { Experiment, ExperimentEnding, Goal, Metric } from '#features/search-settings/experiments/experiments.contract.ts';
import { raiseMessage } from '#features/general/messages/server/messages.service.ts';
import { experimentStore, type GroupSums, type StoredExperiment } from './experiments.store.ts';
import { figuresOf, isWorse, preferenceOf, type MetricFigures, noGroup } from './figures.ts';
import type { App } from '#server/app/app.ts';
import { pairsOf } from '#server/rules/experiments/experiments.store.ts';

export type ExperimentFigures = Omit<NonNullable<Experiment['figures']>, 'metrics'> & { readonly metrics: MetricFigures };

export const longestDays = ({ settings }: Pick<App, 'settings'>): number => Math.min(settings.rawDays, longestExperimentDays);

function measured(
  { goal, timeZone }: Pick<StoredExperiment, 'goal' | 'timeZone'>,
  groups: ReadonlyMap<string, GroupSums>,
  last: ExperimentFigures | null,
  now: number,
): ExperimentFigures {
  const [a, b] = [groups.get('a') ?? noGroup, groups.get('b') ?? noGroup];
  const figures = figuresOf({ goal: goal as Metric, a, b }, last?.metrics ?? null);
  return {
    measured_at: now,
    visitors: { a: a.clicked.visitors, b: b.clicked.visitors },
    searches: { a: a.clicked.searches, b: b.clicked.searches },
    metrics: figures,
    days: withToday(last, dayOf(now, timeZone), figures[goal as Metric]),
  };
}

const withToday = (last: ExperimentFigures | null, today: string, { a, b }: Readonly<Record<'a' | 'b', number>>) => [
  ...(last?.days ?? []).filter(({ day }) => day !== today),
  { day: today, a, b },
];

export const stoppedMessage = { kind: 'experimentStopped', about: (id: number): string => `experiment:${id}` } as const;

/** Measures tests, and ends those that have to. Several servers may do so at once. */
export function experimentMeasurer(app: App) {
  const store = experimentStore(app.db);

  async function measure(test: StoredExperiment): Promise<ExperimentFigures> {
    const last = store.figures<ExperimentFigures>(test);
    const figures =
      test.goal === mixedGoal
        ? await measuredMixed(test, last, Date.now())
        : measured(test, await store.groups(test.id), last, Date.now());
    await store.keepFigures(test, figures);
    return figures;
  }

  async function measuredMixed(test: StoredExperiment, last: ExperimentFigures | null, now: number): Promise<ExperimentFigures> {
    const { searches, ...visitors } = await store.preferences(test);
    const figure = preferenceOf(visitors, last?.metrics ?? null);
    return {
      measured_at: now,
      visitors,
      // Each has both.
      searches: { a: searches, b: searches },
      metrics: { [mixedGoal]: figure },
      days: withToday(last, dayOf(now, test.timeZone), figure),
    };
  }

  async function end(test: StoredExperiment, ending: ExperimentEnding): Promise<boolean> {
    const project = { id: test.project_id };
    const isEnded = await store.end(project, test.id, ending, Date.now());
    await app.releases.reread(project);
    return isEnded;
  }

  async function dueEnding(test: StoredExperiment): Promise<ExperimentEnding | null> {
    const project = { id: test.project_id };
    const { relevance } = await app.releases.live(project);
    if (relevance[test.collection_id] === undefined) return 'gone';
    if (!(await app.releases.arePairsLive(project, pairsOf(test.id, test.pairs)))) return 'changed';
    return Date.now() - test.started_at > longestDays(app) * dayMs ? 'time' : null;
  }

  return {
    measure,
    end,
    /** Ends a test whose settings or time are over, and measures one whose figures are older. */
    async look(test: StoredExperiment, oldestMilliseconds: number): Promise<void> {
      const ending = await dueEnding(test);
      if (ending !== null) {
        await measure(test);
        await end(test, ending);
        return;
      }
      const last = store.figures<ExperimentFigures>(test);
      if (last && Date.now() - last.measured_at < oldestMilliseconds) return;
      const figures = await measure(test);
      if (!isWorse(figures.metrics, test.goal as Goal)) return;
      const { kind, about } = stoppedMessage;
      // First, as a server may be killed in between.
      await raiseMessage(
        app,
        { id: test.project_id },
        {
          kind,
          about: about(test.id),
          details: { test: test.name },
          failure: null,
          address: `/search-settings/experiments?c=${test.collection_id}`,
          isMailed: true,
        },
      );
      await end(test, 'worse');
    },
  };
}
