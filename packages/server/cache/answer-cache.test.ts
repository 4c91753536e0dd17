import { all } from '#process-kit/work.ts';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { randomNumbers } from '#engine/testing/catalogue.ts';
import { type Answer, type AskedAnswer, answerCache, refreshRestMilliseconds } from './answer-cache.ts';
import { valueCache } from './cache.ts';
import { CallFigures } from './call-figures.ts';

const ttlSeconds = 60;
const graceSeconds = 300;

const answerOf = (text: string): Answer => ({ json: Buffer.from(text), beside: null });

/** A call that is answered with `text`. */
function asked(text: string, others: Partial<AskedAnswer> = {}): AskedAnswer {
  const make = (): Promise<Answer> => Promise.resolve(answerOf(text));
  return { key: 'key', version: '1', tags: ['project 9'], origin: null, ttlSeconds, graceSeconds, make, ...others };
}

/** A cache whose clock is moved by hand, and what it gives. */
function clockedCache() {
  let seconds = 0;
  const cache = answerCache({ now: () => seconds * 1000 });
  return {
    cache,
    goTo: (moment: number) => void (seconds = moment),
    async text(one: AskedAnswer): Promise<string> {
      const { answer } = await cache.get(one);
      // A refresh that was begun beside it ends.
      await nextTurn();
      return answer.json.toString();
    },
  };
}

test('computes one answer for a thousand concurrent callers', async () => {
  const { cache } = clockedCache();
  let made = 0;
  const make = async () => {
    made += 1;
    await sleep(20);
    return answerOf('answer');
  };
  const given = await all(Array.from({ length: 1000 }, () => cache.get(asked('', { make }))));
  expect(made).toBe(1);
  expect(new Set(given.map(({ answer }) => String(answer.json)))).toEqual(new Set(['answer']));
  expect(given.filter(({ isMade }) => isMade)).toHaveLength(1);
});

test('serves a stale answer while one call refreshes it', async () => {
  const { cache, goTo, text } = clockedCache();
  expect(await text(asked('first'))).toBe('first');
  goTo(ttlSeconds - 0.001);
  expect(await text(asked('never made'))).toBe('first');
  goTo(ttlSeconds);
  let made = 0;
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const make = (): Promise<Answer> => {
    made += 1;
    return promise;
  };
  const stale = await all(Array.from({ length: 1000 }, () => cache.get(asked('', { make }))));
  expect(new Set(stale.map(({ answer }) => String(answer.json)))).toEqual(new Set(['first']));
  expect(made).toBe(1);
  resolve(answerOf('second'));
  await nextTurn();
  expect(await text(asked('never made'))).toBe('second');
  goTo(2 * ttlSeconds - 0.001);
  expect(await text(asked('never made'))).toBe('second');
});

test('serves the stale answer to the end of the grace when refreshes fail', async () => {
  const { goTo, text } = clockedCache();
  await text(asked('kept'));
  let tries = 0;
  const make = (): Promise<Answer> => {
    tries += 1;
    return Promise.reject(new Error('down'));
  };
  for (let second = ttlSeconds; second < ttlSeconds + graceSeconds; second += 0.25) {
    goTo(second);
    expect(await text(asked('', { make }))).toBe('kept');
  }
  // It isn't asked more often than it may be.
  expect(tries).toBe((graceSeconds * 1000) / refreshRestMilliseconds);
  goTo(ttlSeconds + graceSeconds);
  await expect(text(asked('', { make }))).rejects.toThrow('down');
  expect(await text(asked('up again'))).toBe('up again');
});

test('throws an error to all waiting callers and stores nothing', async () => {
  const { cache, text } = clockedCache();
  const make = (): Promise<Answer> => Promise.reject(new Error('down'));
  const results = await Promise.allSettled(Array.from({ length: 10 }, async () => cache.get(asked('', { make }))));
  expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 'rejected'));
  expect(await text(asked('up'))).toBe('up');
});

test('misses when the version differs', async () => {
  const { cache, text } = clockedCache();
  expect(await text(asked('one'))).toBe('one');
  expect(await text(asked('two', { version: '2' }))).toBe('two');
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const late = cache.get(asked('', { version: '3', make: () => promise }));
  expect(await text(asked('four', { version: '4' }))).toBe('four');
  resolve(answerOf('three'));
  expect(String((await late).answer.json)).toBe('three');
  expect(await text(asked('made again', { version: '4' }))).toBe('four');
});

test('recomputes after a purge, even when a computation was running', async () => {
  const { cache, text } = clockedCache();
  const of = (key: string, collection: 1 | 2): Partial<AskedAnswer> => ({
    key,
    tags: ['project 1', collection === 1 ? 'endpoint 1 search' : 'endpoint 1 catalog'],
  });
  await text(asked('a', of('a', 1)));
  await text(asked('b', of('b', 2)));
  await cache.purge('endpoint 1 search');
  expect(await text(asked('a again', of('a', 1)))).toBe('a again');
  expect(await text(asked('b again', of('b', 2)))).toBe('b');
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const before = cache.get(asked('', { ...of('c', 1), make: () => promise }));
  await cache.purge('project 1');
  const after = text(asked('c after', of('c', 1)));
  resolve(answerOf('c before'));
  expect([String((await before).answer.json), await after]).toEqual(['c before', 'c after']);
  expect(await text(asked('', of('c', 1)))).toBe('c after');
  expect(await text(asked('b again', of('b', 2)))).toBe('b again');
});

test('drops a refresh that a purge overtook', async () => {
  const { cache, goTo, text } = clockedCache();
  await text(asked('old', { tags: ['project 1'] }));
  goTo(ttlSeconds);
  const { promise, resolve } = Promise.withResolvers<Answer>();
  await cache.get(asked('', { tags: ['project 1'], make: () => promise }));
  await cache.purge('project 1');
  resolve(answerOf('made of what was before'));
  await nextTurn();
  expect(await text(asked('new', { tags: ['project 1'] }))).toBe('new');
});

test('cancels a computation when its last caller leaves, and starts it again for the next one', async () => {
  const { cache, text } = clockedCache();
  const signals: AbortSignal[] = [];
  const make = (signal: AbortSignal): Promise<Answer> => {
    signals.push(signal);
    const { promise, reject } = Promise.withResolvers<Answer>();
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    return promise;
  };
  const [one, other] = [new AbortController(), new AbortController()];
  const given = [one, other].map(({ signal }) =>
    Promise.resolve(cache.get(asked('', { make, signal }))).catch((error: unknown) => error),
  );
  await nextTurn();
  one.abort(new Error('One is gone.'));
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  other.abort(new Error('Both are gone.'));
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(await text(asked('refreshed'))).toBe('refreshed');
  expect((await Promise.all(given)).map(String)).toEqual(['Error: Both are gone.', 'Error: Both are gone.']);
  expect(await text(asked('', { make }))).toBe('refreshed');
});

test('finishes for a caller without a signal when others leave', async () => {
  const { cache } = clockedCache();
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const gone = new AbortController();
  const left = cache.get(asked('', { make: () => promise, signal: gone.signal }));
  const stays = cache.get(asked('', { make: () => expect.fail('It is being made.') }));
  gone.abort();
  resolve(answerOf('answer'));
  expect((await Promise.all([left, stays])).map(({ answer }) => String(answer.json))).toEqual(['answer', 'answer']);
});

test('finishes a refresh when all of its waiting callers leave', async () => {
  const { cache, goTo, text } = clockedCache();
  await text(asked('first'));
  goTo(ttlSeconds);
  const { promise, resolve } = Promise.withResolvers<Answer>();
  let stopped = false;
  const make = (signal: AbortSignal): Promise<Answer> => {
    signal.addEventListener('abort', () => (stopped = true));
    return promise;
  };
  await cache.get(asked('', { make }));
  goTo(ttlSeconds + graceSeconds);
  const gone = new AbortController();
  const waiting = cache.get(asked('', { signal: gone.signal }));
  gone.abort();
  resolve(answerOf('second'));
  expect(String((await waiting).answer.json)).toBe('second');
  expect(stopped).toBe(false);
  expect(await text(asked('never made'))).toBe('second');
});

test('evicts the least recently used answers and skips oversized ones', async () => {
  const cache = answerCache({ maximumBytes: 1_000_000 });
  const get = async (key: string, bytes: number): Promise<boolean> => {
    const make = (): Promise<Answer> => Promise.resolve({ json: Buffer.alloc(bytes), beside: null });
    return (await cache.get(asked('', { key, tags: ['project 1'], make }))).isMade;
  };
  for (let at = 0; at < 100; at += 1) await get(`key ${at}`, 20_000);
  expect(cache.figures().bytes).toBeLessThanOrEqual(1_000_000);
  expect([await get('key 99', 20_000), await get('key 0', 20_000)]).toEqual([false, true]);
  expect([await get('large', 500_000), await get('large', 500_000)]).toEqual([true, true]);
  await cache.purge('project 1');
  expect(await get('key 99', 20_000)).toBe(true);
});

test('never serves another project, call or version in 10,000 random calls', async () => {
  const random = randomNumbers(26);
  const pick = (count: number): number => Math.floor(random() * count);
  const { cache, goTo } = clockedCache();
  let crossings = 0;
  let seconds = 0;
  const calls = Array.from({ length: 10_000 }, async () => {
    const [project, call, version] = [pick(20), pick(10), pick(3)];
    goTo((seconds += random()));
    if (random() < 0.02) await cache.purge(`project ${pick(20)}`);
    const text = JSON.stringify([project, call, version]);
    const make = async (): Promise<Answer> => {
      await sleep(pick(3));
      if (random() < 0.1) throw new Error('down');
      return answerOf(text);
    };
    const key = JSON.stringify([project, call]);
    const tags = [`project ${project}`] as const;
    const given = await Promise.resolve(cache.get(asked('', { key, version: String(version), tags, make }))).catch(() => null);
    if (given !== null && String(given.answer.json) !== text) crossings += 1;
  });
  await Promise.all(calls);
  expect(crossings).toBe(0);
});

test('a value is made once for all who ask at once, and again once its time is over', async () => {
  const value = valueCache();
  let made = 0;
  const make = async () => {
    made += 1;
    await sleep(5);
    return new Map([['made', made]]);
  };
  const [one, other] = await Promise.all([value('key', 0.05, make), value('key', 0.05, make)]);
  expect(one).toBe(other);
  expect(await value('key', 0.05, make)).toBe(one);
  await sleep(80);
  expect((await value('key', 0.05, make)).get('made')).toBe(2);
  await expect(value('other', 60, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
});

const minute = 60_000;
const hour = 60 * minute;

function clocked() {
  let at = 1_700_000 * hour;
  return { figures: new CallFigures(() => at), pass: (milliseconds: number) => void (at += milliseconds) };
}

test('calls and hits are counted by project and endpoint, for the last hour and day', () => {
  const { figures, pass } = clocked();
  figures.count(1, 'search', false);
  figures.count(1, 'search', true);
  figures.count(1, 'autocomplete', true);
  figures.count(2, 'search', false);
  expect(figures.of(1, 'search')).toEqual({ hour: { callCount: 2, hitCount: 1 }, day: { callCount: 2, hitCount: 1 } });
  expect(figures.of(1, 'autocomplete').hour).toEqual({ callCount: 1, hitCount: 1 });
  expect(figures.of(2, 'search').hour).toEqual({ callCount: 1, hitCount: 0 });
  expect(figures.of(3, 'search').day).toEqual({ callCount: 0, hitCount: 0 });
  pass(59 * minute);
  figures.count(1, 'search', true);
  expect(figures.of(1, 'search').hour).toEqual({ callCount: 3, hitCount: 2 });
  pass(minute);
  expect(figures.of(1, 'search')).toEqual({ hour: { callCount: 1, hitCount: 1 }, day: { callCount: 3, hitCount: 2 } });
  pass(22 * hour);
  expect(figures.of(1, 'search')).toEqual({ hour: { callCount: 0, hitCount: 0 }, day: { callCount: 3, hitCount: 2 } });
  pass(hour);
  expect(figures.of(1, 'search').day).toEqual({ callCount: 1, hitCount: 1 });
  pass(hour);
  expect(figures.of(1, 'search').day).toEqual({ callCount: 0, hitCount: 0 });
});

test('forgets calls after a day, also after a long silence', () => {
  const { figures, pass } = clocked();
  figures.count(1, 'search', true);
  pass(1000 * hour);
  expect(figures.of(1, 'search').day).toEqual({ callCount: 0, hitCount: 0 });
  figures.count(1, 'search', false);
  expect(figures.of(1, 'search').day).toEqual({ callCount: 1, hitCount: 0 });
});
