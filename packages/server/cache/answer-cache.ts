import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CachedEndpoint } from '#contract/endpoint.ts';
import { type Awaitable, run, wait, type Work } from '#process-kit/work.ts';

export const usualBytes = 64 * 1024 * 1024;
/** A larger answer would evict too many others. */
const largestShare = 1 / 32;
/** Roughly what an entry takes beside its text. */
const bytesBeside = 1_000;
const maximumRows = 1_000;
/** After a failed refresh the stale answer is served this long before the next try. */
export const refreshRestMilliseconds = 1_000;

export type Tag = `project ${number}` | `endpoint ${number} ${CachedEndpoint}`;
export const projectOfTag = (tag: Tag): number => Number(tag.split(' ')[1]);

export interface Answer {
  /** As it is sent, in UTF-8. */
  readonly json: Buffer;
  /** JSON that goes along with each call which the answer serves, such as what is logged. */
  readonly beside: unknown;
  /** Lacks something that will be there soon, so it is never stored. */
  readonly isPassing?: boolean;
}

export interface AnswerOrigin {
  readonly endpoint: CachedEndpoint;
  readonly release: number;
  /** Of the engine; several where a call searches several collections. */
  readonly generation: string;
}

/** Fresh for `ttlSeconds`, then stale for `graceSeconds` while one call refreshes it. */
export interface CacheKey {
  readonly key: string;
  /** An answer of another version is a miss. */
  readonly version: string;
  readonly tags: readonly [Tag, ...Tag[]];
  readonly ttlSeconds: number;
  readonly graceSeconds: number;
}

export interface AskedAnswer extends CacheKey {
  /** null: not listed, as it is no answer to a shop by itself. */
  readonly origin: AnswerOrigin | null;
  /** The signal is aborted once nobody waits for the answer. */
  readonly make: (signal: AbortSignal) => Awaitable<Answer>;
  /** Aborted once the caller is gone. */
  readonly signal?: AbortSignal | undefined;
}

export interface GivenAnswer {
  readonly answer: Answer;
  /** False for a hit, and for callers that waited for another call's answer. */
  readonly isMade: boolean;
}

/** A cached answer as the console lists it. */
export interface AnswerRow extends AnswerOrigin {
  readonly id: string;
  readonly key: string;
  readonly ageSeconds: number;
  readonly ttlSeconds: number;
  readonly bytes: number;
}

export interface LookedUp {
  readonly found: { readonly answer: Answer; readonly ageMilliseconds: number } | null;
  /** Shares a new answer unless one of its tags was purged since the look-up. Returns at once. */
  keep(answer: Answer): void;
}

/** Answers shared between servers. It never throws, and never delays a call beyond its patience. */
export interface SharedAnswers {
  lookUp(asked: CacheKey): Promise<LookedUp>;
  purge(tag: Tag): Promise<void>;
  /** Purges of other servers. */
  onPurge(listener: (tag: Tag) => void): void;
  /** Purges of other servers may have been missed. */
  onMissed(listener: () => void): void;
  state(): 'there' | 'away';
  close(): Promise<void>;
}

/** Other threads of this server, with caches of their own. */
export interface CachingThreads {
  purge(tag: Tag): Promise<unknown>;
  list(projectId: number): Promise<readonly AnswerRow[]>;
}

const noThreads: CachingThreads = { purge: () => Promise.resolve(), list: () => Promise.resolve([]) };

interface AnswerCacheOptions {
  readonly maximumBytes?: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
  readonly shared?: SharedAnswers | null;
  readonly onPurge?: (tag: Tag) => void;
  readonly threads?: CachingThreads;
  readonly onRefreshError?: (error: unknown) => void;
}

interface StoredAnswer {
  readonly answer: Answer;
  readonly asked: AskedAnswer;
  /** Version and purges; an answer of another stamp is a miss. */
  readonly stamp: string;
  readonly madeAt: number;
  restsUntil: number;
}

type FoundAnswer = GivenAnswer & { readonly madeAt: number };

interface Making {
  readonly stamp: string;
  readonly found: Promise<GivenAnswer>;
  readonly stop: AbortController;
  waitingCount: number;
}

export const lifeMilliseconds = ({ ttlSeconds, graceSeconds }: CacheKey): number => (ttlSeconds + graceSeconds) * 1000;
export const idOfKey = (key: string): string => createHash('sha256').update(key).digest('hex');
const nothing: LookedUp = { found: null, keep: () => undefined };

/**
 * Cache of answers in memory, before the one that servers share. Concurrent callers wait for one computation, which is cancelled once all of
 * their signals are aborted. Errors are thrown and never stored; within the grace the stale answer is served instead.
 */
export function answerCache({
  maximumBytes = usualBytes,
  now = () => performance.now(),
  shared = null,
  onPurge = () => undefined,
  threads = noThreads,
  onRefreshError = () => undefined,
}: AnswerCacheOptions = {}) {
  const answers = new LRUCache<string, StoredAnswer>({
    maxSize: maximumBytes,
    maxEntrySize: Math.floor(maximumBytes * largestShare),
    sizeCalculation: ({ answer }, key) => answer.json.length + 2 * key.length + bytesBeside,
  });
  const makings = new Map<string, Making>();
  const purges = new Map<Tag, number>();
  let askCount = 0;
  let makeCount = 0;

  const stampOf = ({ version, tags }: Pick<CacheKey, 'version' | 'tags'>): string =>
    `${tags.map((tag) => purges.get(tag) ?? 0).join(' ')} ${version}`;

  /** A refresh accepts only a fresh answer of another server. */
  function* find(asked: AskedAnswer, isRefresh: boolean, signal: AbortSignal): Work<FoundAnswer> {
    const { found, keep } = shared === null ? nothing : yield* wait(shared.lookUp(asked));
    signal.throwIfAborted();
    if (found !== null && (!isRefresh || found.ageMilliseconds < asked.ttlSeconds * 1000))
      return { answer: found.answer, madeAt: now() - found.ageMilliseconds, isMade: false };
    makeCount += 1;
    const answer = yield* wait(asked.make(signal));
    if (answer.isPassing !== true) keep(answer);
    return { answer, madeAt: now(), isMade: true };
  }

  function store(asked: AskedAnswer, stamp: string, { answer, madeAt }: FoundAnswer): void {
    if (answer.isPassing === true || stampOf(asked) !== stamp) return;
    const stored = { answer, asked, stamp, madeAt, restsUntil: 0 };
    answers.set(asked.key, stored);
    // Another server may have had a stale answer only.
    if (now() - madeAt >= asked.ttlSeconds * 1000) refresh(asked, stored);
  }

  /** Returns at once what is made at once. */
  function begin(asked: AskedAnswer, isRefresh: boolean): Making | FoundAnswer {
    const { key } = asked;
    const stamp = stampOf(asked);
    const stop = new AbortController();
    const made = run(find(asked, isRefresh, stop.signal));
    if (!(made instanceof Promise)) {
      store(asked, stamp, made);
      return made;
    }
    const end = (): boolean => makings.get(key) === making && makings.delete(key);
    const found = made
      .then((one) => {
        if (end()) store(asked, stamp, one);
        return one;
      })
      .finally(end);
    // Nobody waits for a refresh, and nobody cancels it.
    const making: Making = { stamp, found, stop, waitingCount: isRefresh ? 1 : 0 };
    makings.set(key, making);
    return making;
  }

  function refresh(asked: AskedAnswer, stored: StoredAnswer): void {
    if (makings.has(asked.key) || now() < stored.restsUntil) return;
    const failed = (error: unknown): void => {
      stored.restsUntil = now() + refreshRestMilliseconds;
      onRefreshError(error);
    };
    try {
      const begun = begin(asked, true);
      if ('found' in begun) begun.found.catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  function waitFor(making: Making, { key, signal }: AskedAnswer): Promise<GivenAnswer> {
    making.waitingCount += 1;
    if (signal === undefined) return making.found;
    const leave = (): void => {
      making.waitingCount -= 1;
      if (making.waitingCount > 0) return;
      if (makings.get(key) === making) makings.delete(key);
      making.stop.abort(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    return making.found.finally(() => signal.removeEventListener('abort', leave));
  }

  function purgeHere(tag: Tag): void {
    onPurge(tag);
    purges.set(tag, (purges.get(tag) ?? 0) + 1);
  }
  shared?.onPurge(purgeHere);
  shared?.onMissed(() => {
    answers.clear();
    makings.clear();
  });

  const listed = (projectId: number): StoredAnswer[] =>
    [...answers.values()]
      .filter(
        ({ asked, stamp, madeAt }) =>
          asked.origin !== null &&
          asked.tags[0] === `project ${projectId}` &&
          stamp === stampOf(asked) &&
          now() - madeAt < lifeMilliseconds(asked),
      )
      .slice(0, maximumRows);

  const listHere = (projectId: number): AnswerRow[] =>
    listed(projectId).flatMap(({ answer, asked: { key, origin, ttlSeconds }, madeAt }) =>
      origin === null
        ? []
        : [{ id: idOfKey(key), key, ...origin, ageSeconds: (now() - madeAt) / 1000, ttlSeconds, bytes: answer.json.length }],
    );

  return {
    /** Since the start: calls, answers computed, and bytes of memory now. */
    figures: () => ({ askCount, makeCount, bytes: answers.calculatedSize }),

    /** Answers of a project in this server's memory, at most 1,000 of each thread, the most recently used first. */
    list: async (projectId: number): Promise<AnswerRow[]> => [...listHere(projectId), ...(await threads.list(projectId))],
    listHere,

    /** At once what is kept, or is made at once. */
    get(asked: AskedAnswer): Awaitable<GivenAnswer> {
      asked.signal?.throwIfAborted();
      askCount += 1;
      const stamp = stampOf(asked);
      const stored = answers.get(asked.key);
      const age = stored?.stamp === stamp ? now() - stored.madeAt : Infinity;
      if (stored !== undefined && age < lifeMilliseconds(asked)) {
        if (age >= asked.ttlSeconds * 1000) refresh(asked, stored);
        return { answer: stored.answer, isMade: false };
      }
      const running = makings.get(asked.key);
      if (running?.stamp === stamp) return waitFor(running, asked).then(({ answer }) => ({ answer, isMade: false }));
      const begun = begin(asked, false);
      return 'found' in begun ? waitFor(begun, asked) : begun;
    },

    /** Purges a tag here, in other threads and on other servers. Callers that already wait still get their answer. */
    async purge(tag: Tag): Promise<void> {
      purgeHere(tag);
      await Promise.all([threads.purge(tag), shared?.purge(tag)]);
    },
    purgeHere,
  };
}
export type AnswerCache = ReturnType<typeof answerCache>;
