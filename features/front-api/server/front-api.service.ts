import { frontCallStore } from './front-calls.store.ts';
import { type FrontCollections, frontCollections } from './front-collections.service.ts';
import { logQueries, type QueryLog } from '#features/front-api/searched-terms/server/query-log.service.ts';
import type { Caller } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import { rollUpDays, rollUpEveryMilliseconds } from '#server/stats/roll-up.ts';
import { type KeptAnswers, keptAnswers } from '#server/app/shop-answers.ts';
import { WrittenAnswer } from '#server/app/serve.ts';
import type { CachedEndpoint } from '#contract/endpoint.ts';
import { type CollectionSearch, inCollection } from '#server/search/project-search.ts';

interface ItemCall {
  readonly endpoint: CachedEndpoint;
  readonly caller: Caller<'shop'>;
  readonly signal: AbortSignal;
  /** Name or id. */
  readonly collection: string | undefined;
  readonly asked: unknown;
}

export interface FrontApi {
  readonly app: App;
  readonly answers: KeptAnswers;
  readonly collections: FrontCollections;
  readonly queries: QueryLog;
  /** Not for tries from the console. Not awaited: disks may be slow. */
  noteCall(caller: Pick<Caller<'shop'>, 'project' | 'hasSession'>): void;
  /** Answers a call about items of one collection, as they are found or were before. */
  answerItems(call: ItemCall, find: (search: CollectionSearch, collectionId: number) => Promise<object>): Promise<WrittenAnswer>;
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
    async answerItems({ collection = '', ...call }, find) {
      const { project } = call.caller;
      noteCall(call.caller);
      const { json } = await answers({
        ...call,
        place: collection,
        live: () => collections.liveOne(project, collection),
        async make({ id }, signal) {
          const found = await inCollection(app, project, id, (search) => find(search, id), { signal });
          return { json: JSON.stringify(found), beside: null };
        },
      });
      return new WrittenAnswer([json]);
    },
  };
}
