/**
 * A/B tests of a made-up shop that are looked at every day: how many of equal groups tell a difference, and how soon 10% more clicks show; the same of mixed lists of two orders.
 * Run: npm run bench -- experiments
 */
import { metrics } from '#features/search-settings/experiments/experiments.contract.ts';
import { neededVisitors } from '#features/search-settings/experiments/server/sequential.ts';
import { random as randomOf } from '#feeds/testing/mutations.ts';
import { simulateExperiment } from '#features/search-settings/experiments/testing/simulated-experiments.ts';
import { clickSharesOf, simulateMixing } from '#features/search-settings/experiments/testing/simulated-mixing.ts';
import { percentile, report } from './figures.ts';

const tests = 1_000;
const mostAlarms = 0.05;
const days = 42;
const shops = [100, 300];
const lift = 0.1;

const percent = (count: number): string => `${((count / tests) * 100).toFixed(1)}%`;

for (const visitorsPerDay of shops) {
  const random = randomOf(visitorsPerDay);
  const simulated = (more: number) =>
    Array.from({ length: tests }, () => simulateExperiment({ visitorsPerDay, days, lift: more }, random));
  const equal = simulated(0);
  const alarms = equal.filter(({ differing }) => differing.size > 0).length;
  const byMetric = metrics.map((metric) => `${metric} ${percent(equal.filter(({ differing }) => differing.has(metric)).length)}`);
  report({
    name: `A/B test, ${visitorsPerDay} visits a day: false alarms in ${days} days`,
    value: `${percent(alarms)} (${byMetric.join(', ')})`,
    target: { text: '≤ 5%', isMet: alarms <= tests * mostAlarms },
  });
  const seenOn = simulated(lift).flatMap(({ seenOn: day }) => day ?? []);
  const sums = equal[0]!.sums.clicked;
  report({
    name: `A/B test, ${visitorsPerDay} visits a day: 10% more clicks`,
    value: [
      `seen in ${percent(seenOn.length)}`,
      `median day ${percentile(seenOn, 0.5)}`,
      `${Math.round(neededVisitors(sums, true, lift, 0.5) ?? 0)} visitors announced`,
      `${2 * sums.visitors} came`,
    ].join(', '),
  });
}

const mixedShops = [30, 100];
const worseNoise = 0.15;
const betterNoise = 0.097;
const shownSearches = 200_000;

const clicks = clickSharesOf({ a: worseNoise, b: betterNoise }, shownSearches, randomOf(1));
for (const visitorsPerDay of mixedShops) {
  const random = randomOf(visitorsPerDay);
  const simulated = (b: number) =>
    Array.from({ length: tests }, () => simulateMixing({ visitorsPerDay, days, noise: { a: worseNoise, b } }, random)).flatMap(
      (seen) => seen ?? [],
    );
  const alarms = simulated(worseNoise).length;
  report({
    name: `mixed list, ${visitorsPerDay} visits a day: false alarms in ${days} days`,
    value: percent(alarms),
    target: { text: '≤ 5%', isMet: alarms <= tests * mostAlarms },
  });
  const seen = simulated(betterNoise).filter(({ isBetter }) => isBetter);
  const median = (of: (one: (typeof seen)[number]) => number): number => percentile(seen.map(of), 0.5);
  report({
    name: `mixed list, ${visitorsPerDay} visits a day: ${((clicks.b / clicks.a - 1) * 100).toFixed(1)}% more clicks`,
    value: `seen in ${percent(seen.length)}, median day ${median(({ day }) => day)}, median visitors ${median((one) => one.visitors)}`,
  });
}
