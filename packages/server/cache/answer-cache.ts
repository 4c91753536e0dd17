import { type Answer, idOfKey, lifeMilliseconds, type Tag } from './answer.ts';
import { AnswerStore, type StoredAnswer } from './answer-store.ts';
import { type KeptRow, type KeptRows, rowsOfBoth } from './kept-rows.ts';
import { type LookedFor, noSecondTier, type SecondTier } from './second-tier.ts';

/** More are not told: making a list of them would hold up calls. */
const mostRows = 1_000;

/** Answers of a project in this process's memory. `now` is the clock that they were made by. */
function rowsInMemory(store: AnswerStore, now: () => number): KeptRows {
  function* all(projectId: number): Generator<readonly [string, StoredAnswer]> {
    for (const one of store.tagged(`project ${projectId}`))
      if (one[1].origin !== null && now() - one[1].madeAt < lifeMilliseconds(one[1])) yield one;
  }

  const rowOf = ([key, { answer, origin, madeAt, ttlSeconds }]: readonly [string, StoredAnswer]): KeptRow[] =>
    origin === null
      ? []
      : [{ id: idOfKey(key), key, ...origin, ageSeconds: (now() - madeAt) / 1000, ttlSeconds, bytes: answer.json.length }];

  return {
    // The set of a tag is in the order in which answers came, so the newest are its last.
    list: (projectId) => Promise.resolve([...all(projectId)].slice(-mostRows).flatMap(rowOf)),
    json: (projectId, id) => Promise.resolve([...all(projectId)].find(([key]) => idOfKey(key) === id)?.[1].answer.json ?? null),
  };
}

/** After an answer could not be made again, the stale one is given for so long before that is tried once more. */
export const refreshRestMilliseconds = 1_000;

/** `version` is what the answer is made of: one of another isn't given. */
export interface AskedAnswer extends LookedFor {
  /** Ends by itself, sooner or later. Once the signal is aborted nobody waits for it. */
  readonly make: (signal: AbortSignal) => Promise<Answer>;
  /** Aborted once whoever asks is gone. */
  readonly signal?: AbortSignal | undefined;
}

export interface GivenAnswer {
  readonly answer: Answer;
  /** Whether it was made for this call, rather than for one before it. */
  readonly isMade: boolean;
}

interface AnswerCacheOptions {
  readonly maximumBytes?: number;
  /** Milliseconds of a clock that nobody sets. */
  readonly now?: () => number;
  readonly secondTier?: SecondTier;
  /** Told what is thrown away, wherever that was asked for. */
  readonly onPurge?: (tag: Tag) => void;
  /** Told when an answer could not be made again; the stale one was given. */
  readonly onRefreshError?: (error: unknown) => void;
}

interface Found extends GivenAnswer {
  readonly madeAt: number;
}

interface Making {
  readonly version: string;
  readonly tags: readonly Tag[];
  readonly found: Promise<Found>;
  readonly stop: AbortController;
  waitingCount: number;
}

/**
 * Answers that are given again: fresh ones for a while, then stale ones for the grace, of which one call at a time makes a new one. While
 * one is made for the first time, everybody else who asks waits for the same one. What `make` throws is thrown and never kept; within the
 * grace the stale answer is given in its place. Once the signals of all who wait are aborted, so is that of `make`; whoever asks
 * without one waits to the end.
 */
export function answerCache({
  maximumBytes,
  now = () => performance.now(),
  secondTier = noSecondTier,
  onPurge = () => undefined,
  onRefreshError = () => undefined,
}: AnswerCacheOptions = {}) {
  const store = new AnswerStore(maximumBytes);
  const makings = new Map<string, Making>();
  let askCount = 0;
  let makeCount = 0;

  /** Fresh ones only where somebody who has a stale one refreshes it. */
  async function find(asked: AskedAnswer, isRefresh: boolean, signal: AbortSignal): Promise<Found> {
    const { found, keep } = await secondTier.lookUp(asked);
    signal.throwIfAborted();
    if (found !== null && (!isRefresh || found.ageMilliseconds < asked.ttlSeconds * 1000))
      return { answer: found.answer, madeAt: now() - found.ageMilliseconds, isMade: false };
    makeCount += 1;
    const answer = await asked.make(signal);
    keep(answer);
    return { answer, madeAt: now(), isMade: true };
  }

  function begin(asked: AskedAnswer, isRefresh: boolean): Making {
    const { key, version, tags, origin, ttlSeconds, graceSeconds } = asked;
    const stop = new AbortController();
    /** Not once somebody has purged it, everybody has left, or another version is being made. */
    const ends = (): boolean => makings.get(key) === making && makings.delete(key);
    const found = find(asked, isRefresh, stop.signal).then(
      (one) => {
        if (ends()) {
          const { answer, madeAt } = one;
          keep(asked, { answer, madeAt, version, tags, origin, ttlSeconds, graceSeconds, restsUntil: 0 });
        }
        return one;
      },
      (error: unknown) => {
        ends();
        throw error;
      },
    );
    // The cache itself waits for what nobody has asked for.
    const making: Making = { version, tags, found, stop, waitingCount: isRefresh ? 1 : 0 };
    makings.set(key, making);
    return making;
  }

  function keep(asked: AskedAnswer, stored: StoredAnswer): void {
    store.set(asked.key, stored);
    // The second tier may have had a stale one only.
    if (now() - stored.madeAt >= asked.ttlSeconds * 1000) refresh(asked, stored);
  }

  function refresh(asked: AskedAnswer, stored: StoredAnswer): void {
    if (makings.has(asked.key) || now() < stored.restsUntil) return;
    begin(asked, true).found.catch((error: unknown) => {
      stored.restsUntil = now() + refreshRestMilliseconds;
      onRefreshError(error);
    });
  }

  function waitFor(making: Making, { key, signal }: AskedAnswer): Promise<Found> {
    making.waitingCount += 1;
    if (signal === undefined) return making.found;
    const leave = (): void => {
      making.waitingCount -= 1;
      if (making.waitingCount > 0) return;
      // The next caller starts the computation again.
      if (makings.get(key) === making) makings.delete(key);
      making.stop.abort(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    return making.found.finally(() => signal.removeEventListener('abort', leave));
  }

  function purgeHere(tag: Tag): void {
    onPurge(tag);
    store.purge(tag);
    // Whoever waits for one of them has asked before, and gets it; whoever asks from now on doesn't.
    for (const [key, { tags }] of makings) if (tags.includes(tag)) makings.delete(key);
  }
  secondTier.onPurge(purgeHere);
  secondTier.onMissed(() => {
    store.clear();
    makings.clear();
  });

  return {
    /** Of all calls, since the start: how many asked, and how many answers had to be made. */
    figures: () => ({ askCount, makeCount, bytes: store.bytes }),
    rows: rowsOfBoth(rowsInMemory(store, now), secondTier.rows),

    async get(asked: AskedAnswer): Promise<GivenAnswer> {
      asked.signal?.throwIfAborted();
      askCount += 1;
      const stored = store.get(asked.key);
      if (stored?.version === asked.version) {
        const age = now() - stored.madeAt;
        if (age < lifeMilliseconds(asked)) {
          if (age >= asked.ttlSeconds * 1000) refresh(asked, stored);
          return { answer: stored.answer, isMade: false };
        }
      }
      const running = makings.get(asked.key);
      if (running?.version !== asked.version) return waitFor(begin(asked, false), asked);
      const { answer } = await waitFor(running, asked);
      return { answer, isMade: false };
    },

    /** Throws away what is kept by this tag, here and on the other servers. */
    async purge(tag: Tag): Promise<void> {
      purgeHere(tag);
      await secondTier.purge(tag);
    },
  };
}
export type AnswerCache = ReturnType<typeof answerCache>;
