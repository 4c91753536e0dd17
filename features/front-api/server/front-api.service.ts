import { shopCalled } from './front-api.events.ts';
import { type FrontCollections, frontCollections } from './front-collections.service.ts';
import type { Caller } from '#server/app/access.ts';
import type { ShopApp } from '#server/app/app.ts';
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
  readonly app: ShopApp;
  readonly answers: KeptAnswers;
  readonly collections: FrontCollections;
  /** Not for tries from the console. */
  noteCall(caller: Pick<Caller<'shop'>, 'project' | 'hasSession'>): void;
  /** Answers a call about items of one collection, as they are found or were before. */
  answerItems(call: ItemCall, find: Find): Awaitable<WrittenAnswer>;
}

const noteMilliseconds = 60_000;

export function frontApi(app: ShopApp): FrontApi {
  const answers = keptAnswers(app);
  const collections = frontCollections(app);
  const notedAt = new Map<number, number>();

  function noteCall({ project: { id }, hasSession }: Parameters<FrontApi['noteCall']>[0]): void {
    const now = Date.now();
    if (hasSession || now - (notedAt.get(id) ?? 0) < noteMilliseconds) return;
    notedAt.set(id, now);
    void app.events.tell(shopCalled, { projectId: id });
  }
  return { app, answers, collections, noteCall, answerItems: (call, find) => run(answerItems(call, find)) };

  function* answerItems({ collection = '', ...call }: ItemCall, find: Find): Work<WrittenAnswer> {
    const { project } = call.caller;
    noteCall(call.caller);
    const { json } = yield* answers({
      ...call,
      place: collection,
      live: () => collections.liveOne(project, collection),
      *make({ id }, signal) {
        const found = yield* searchCollection(app, project, id, (search) => find(search, id), signal);
        return { json: JSON.stringify(found), beside: null };
      },
    });
    return new WrittenAnswer([json]);
  }
}
