import { frontCallStore } from './front-calls.store.ts';
import { type FrontCollections, frontCollections } from './front-collections.service.ts';
import { logQueries, type QueryLog } from '#features/front-api/searched-terms/server/query-log.service.ts';
import type { Caller } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import { rollUpDays, rollUpEveryMilliseconds } from '#server/stats/roll-up.ts';
import { type KeptAnswers, keptAnswers } from '#server/app/shop-answers.ts';

export interface FrontApi {
  readonly app: App;
  readonly answers: KeptAnswers;
  readonly collections: FrontCollections;
  readonly queries: QueryLog;
  /** Not for tries from the console. Not awaited: disks may be slow. */
  noteCall(caller: Pick<Caller<'shop'>, 'project' | 'hasSession'>): void;
}

export function frontApi(app: App): FrontApi {
  const calls = frontCallStore(app.db);
  app.jobs.repeat('statistics of days', rollUpEveryMilliseconds, (signal) => rollUpDays(app.db, signal));
  return {
    app,
    answers: keptAnswers(app),
    collections: frontCollections(app),
    queries: logQueries(app),
    noteCall: ({ project, hasSession }) => void (hasSession || calls.note(project)),
  };
}
