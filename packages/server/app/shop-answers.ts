import { randomUUID } from 'node:crypto';
import type { CachedEndpoint } from '#contract/endpoint.ts';
import { after, type Awaitable, run, wait, type Work } from '#process-kit/work.ts';
import type { Caller } from './access.ts';
import type { ShopApp } from './app.ts';
import type { Answer } from '#server/cache/answer-cache.ts';
import { LRUCache } from 'lru-cache';
import { SearchDownError } from '#engine/port-errors.ts';
import { DatabaseDownError } from '#server/db/errors.ts';
import { withinPatience } from '#server/db/last-known.ts';

/** Of so many calls is remembered what was live when they came last. */
const rememberedCalls = 50_000;

const isAway = (error: unknown): boolean => error instanceof SearchDownError || error instanceof DatabaseDownError;

/** While engine and database don't answer, or not within a call's wait, it is what they answered last. */
function latestKnown() {
  const latest = new LRUCache<string, object>({ max: rememberedCalls });
  /** What takes longer to ask for than a call waits. */
  const slow = new Set<string>();

  function* asking<Known extends object>(key: string, ask: () => Work<Known>): Work<Known> {
    const value = yield* ask();
    latest.set(key, value);
    return value;
  }

  return function known<Known extends object>(key: string, ask: () => Work<Known>): Awaitable<Known> {
    const last = latest.get(key) as Known | undefined;
    if (last !== undefined && slow.has(key)) return last;
    const unlessAway = (error: unknown): Known => {
      if (last !== undefined && isAway(error)) return last;
      throw error;
    };
    let asked: Awaitable<Known>;
    try {
      asked = run(asking(key, ask));
    } catch (error) {
      return unlessAway(error);
    }
    if (last === undefined || !(asked instanceof Promise)) return asked;
    return withinPatience(asked.catch(unlessAway), last, () => {
      slow.add(key);
      const end = (): boolean => slow.delete(key);
      asked.then(end, end);
    });
  };
}

/** What an answer is made of, as it is live. */
export interface Live {
  readonly version: string;
  readonly release: number;
  /** Of the engine; of several collections all. */
  readonly generation: string;
}

export interface MadeAnswer<Beside> {
  /** The data of the answer, without an id of its own, as text or in UTF-8. */
  readonly json: string | Buffer;
  /** What has to be known with each call that is answered by it; any JSON. */
  readonly beside: Beside;
  /** Never kept. */
  readonly isPassing?: boolean;
}

interface KeptCall<Known extends Live, Beside> {
  readonly endpoint: CachedEndpoint;
  readonly caller: Caller<'shop'>;
  readonly signal: AbortSignal;
  /** What of the call decides what is live for it, such as the collection that it names. */
  readonly place: string;
  /** Asks what is live. Throws for a call that can't be answered, such as one that names no collection of the project. */
  readonly live: () => Work<Known>;
  /** All else that the answer depends on; any JSON. Calls that mean the same say it in the same way. */
  readonly asked: unknown;
  readonly make: (live: Known, signal: AbortSignal) => Work<MadeAnswer<Beside>>;
}

export interface KeptAnswer<Known, Beside> {
  readonly live: Known;
  readonly json: Buffer;
  readonly beside: Beside;
}

interface FoundAnswer<Known, Beside> extends KeptAnswer<Known, Beside> {
  readonly isMade: boolean;
}

/**
 * Answers calls of shops by what was made for such a call before, as long as the project keeps answers of the endpoint. Only what is made
 * waits for its turn among searches. While the engine or the database is away, what was live last is given within its time and its grace.
 * People who work on the shop always get an answer of their own.
 */
export function keptAnswers(app: Pick<ShopApp, 'cache' | 'limits'>) {
  const { cache, limits } = app;
  const known = latestKnown();

  function* answer<Known extends Live, Beside>(call: KeptCall<Known, Beside>): Work<FoundAnswer<Known, Beside>> {
    const { endpoint, caller, signal } = call;
    const { project } = caller;
    const place = JSON.stringify([project.id, endpoint, call.place]);
    const live = yield* wait(known(place, call.live));
    const make = (wanted: AbortSignal): Awaitable<Answer> =>
      after(
        limits.search(caller, wanted, () => run(call.make(live, wanted))),
        ({ json, ...others }) => ({ json: typeof json === 'string' ? Buffer.from(json) : json, ...others }),
      );
    const { isCached, ttlSeconds, graceSeconds } = (yield* wait(cache.settings.of(project.id)))[endpoint];
    const isKept = isCached && !caller.hasSession;
    const given = isKept
      ? yield* wait(
          cache.answers.get({
            key: JSON.stringify([project.id, endpoint, call.place, call.asked]),
            version: live.version,
            tags: [`project ${project.id}`, `endpoint ${project.id} ${endpoint}`],
            origin: { endpoint, release: live.release, generation: live.generation },
            ttlSeconds,
            graceSeconds,
            make,
            signal,
          }),
        )
      : { answer: yield* wait(make(signal)), isMade: true };
    return { live, json: given.answer.json, beside: given.answer.beside as Beside, isMade: given.isMade };
  }

  function* counted<Known extends Live, Beside>(call: KeptCall<Known, Beside>): Work<KeptAnswer<Known, Beside>> {
    let isHit = false;
    try {
      const found = yield* answer(call);
      isHit = !found.isMade;
      return found;
    } finally {
      if (!call.caller.hasSession) cache.calls.count(call.caller.project.id, call.endpoint, isHit);
    }
  }

  return counted;
}
export type KeptAnswers = ReturnType<typeof keptAnswers>;

/** An answer with an id of its own, for the events that follow. */
export const withQueryId = (
  { json }: Pick<KeptAnswer<unknown, unknown>, 'json'>,
  queryId: string = randomUUID(),
  experiment: object | null = null,
): readonly Buffer[] => [
  Buffer.from(`{"query_id":"${queryId}",${experiment === null ? '' : `"ab_test":${JSON.stringify(experiment)},`}`),
  json.subarray(1),
];
