import { frontCallStore } from './front-calls.store.ts';
import { type FrontCollections, frontCollections } from './front-collections.service.ts';
import { logQueries, type QueryLog } from '#features/front-api/searched-terms/server/query-log.service.ts';
import type { Caller } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import { rollUpDays, rollUpEveryMilliseconds } from '#server/stats/roll-up.ts';
import { type KeptAnswers, keptAnswers } from '#server/app/shop-answers.ts';
import { WrittenAnswer } from '#server/app/serve.ts';
import type { CachedEndpoint } from '#contract/endpoint.ts';
import { type Awaitable, run, type Work } from '#process-kit/work.ts';
import { type CollectionSearch, searchCollection } from '#server/search/project-search.ts';

interface ItemCall {
  readonly endpoint: CachedEndpoint;
  readonly caller: Caller<'shop'>;
  readonly signal: AbortSignal;
  /** Name or id. */
  readonly collection: string | undefined;
  readonly asked: unknown;
}

type Find = (search: CollectionSearch, collectionId: number) => Awaitable<object>;

export interface FrontApi {
  readonly app: App;
  readonly answers: KeptAnswers;
  readonly collections: FrontCollections;
  readonly queries: QueryLog;
  /** Not for tries from the console. Not awaited: disks may be slow. */
  noteCall(caller: Pick<Caller<'shop'>, 'project' | 'hasSession'>): void;
  /** Answers a call about items of one collection, as they are found or were before. */
  answerItems(call: ItemCall, find: Find): Awaitable<WrittenAnswer>;
}

export function frontApi(app: App): FrontApi {
  const calls = frontCallStore(app.db);
  const answers = keptAnswers(app);
  const collections = frontCollections(app);
  app.jobs.repeat('statistics of days', rollUpEveryMilliseconds, (signal) => rollUpDays(app.db, signal));
  const noteCall: FrontApi['noteCall'] = ({ project, hasSession }) => void (hasSession || calls.note(project));
  return {
    app,
    answers,
    collections,
    queries: logQueries(app),
    noteCall,
    answerItems: (call, find) => run(answerItems(call, find)),
  };

  function* answerItems({ collection = '', ...call }: ItemCall, find: Find): Work<WrittenAnswer> {
    const { project } = call.caller;
    noteCall(call.caller);
    const { json } = yield* answers({
      ...call,
      place: collection,
      live: () => collections.liveOne(project, collection),
      *make({ id }, signal) {
        const found = yield* searchCollection(app, project, id, (search) => find(search, id), { signal });
        return { json: JSON.stringify(found), beside: null };
      },
    });
    return new WrittenAnswer([json]);
  }
}
