import { nightlyLearning } from './learn-nightly.ts';
import { visitorsMadeUp } from '#features/analytics/made-up-visitors/server/made-up-visitors.store.ts';
import type { App } from '#server/app/app.ts';

const lookEveryMilliseconds = 10 * 60 * 1_000;

export function serveLearned(app: App): void {
  const learn = nightlyLearning(app);
  app.jobs.repeat('learned order', lookEveryMilliseconds, (signal) => learn(signal));
  app.events.on(visitorsMadeUp, (project) => learn(undefined, project));
}
