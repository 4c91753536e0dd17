import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { memoryCache } from '#server-kit/cache.ts';

test('a thousand callers at once make one value', async () => {
  const cache = memoryCache();
  let made = 0;
  const make = async () => {
    made += 1;
    await sleep(20);
    return 'answer';
  };
  const values = await Promise.all(Array.from({ length: 1000 }, () => cache.get('key', 60, make)));
  expect(made).toBe(1);
  expect(values.every((value) => value === 'answer')).toBe(true);
});

test('a value is made again once its time is over', async () => {
  const cache = memoryCache();
  let made = 0;
  const make = () => Promise.resolve(String((made += 1)));
  expect([await cache.get('key', 0.05, make), await cache.get('key', 0.05, make)]).toEqual(['1', '1']);
  await sleep(80);
  expect(await cache.get('key', 0.05, make)).toBe('2');
});

test('an error is not kept', async () => {
  const cache = memoryCache();
  await expect(cache.get('key', 60, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await cache.get('key', 60, () => Promise.resolve('up'))).toBe('up');
});

test('what nobody waits for any more is not made on, and is made anew for whoever asks next', async () => {
  const cache = memoryCache();
  const signals: AbortSignal[] = [];
  const make = (signal: AbortSignal): Promise<string> => {
    signals.push(signal);
    const { promise, reject } = Promise.withResolvers<string>();
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    return promise;
  };
  const [one, other] = [new AbortController(), new AbortController()];
  const answers = [one, other].map(({ signal }) => cache.get('key', 60, make, signal).catch((error: unknown) => error));
  one.abort(new Error('One is gone.'));
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  other.abort(new Error('Both are gone.'));
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(await cache.get('key', 60, () => Promise.resolve('anew'))).toBe('anew');
  expect((await Promise.all(answers)).map(String)).toEqual(['Error: Both are gone.', 'Error: Both are gone.']);
  expect(await cache.get('key', 60, make)).toBe('anew');
});

test('who waits without a signal gets the answer, whoever else is gone', async () => {
  const cache = memoryCache();
  const { promise, resolve } = Promise.withResolvers<string>();
  const gone = new AbortController();
  const left = cache.get('key', 60, () => promise, gone.signal);
  const stays = cache.get('key', 60, () => expect.fail('It is being made.'));
  gone.abort();
  resolve('answer');
  expect(await Promise.all([left, stays])).toEqual(['answer', 'answer']);
});

test('a value that is no text is made once for all who ask at once, and again once its time is over', async () => {
  const cache = memoryCache();
  let made = 0;
  const make = async () => {
    made += 1;
    await sleep(5);
    return new Map([['made', made]]);
  };
  const [one, other] = await Promise.all([cache.value('key', 0.05, make), cache.value('key', 0.05, make)]);
  expect(one).toBe(other);
  expect(await cache.value('key', 0.05, make)).toBe(one);
  await sleep(80);
  expect((await cache.value('key', 0.05, make)).get('made')).toBe(2);
  await expect(cache.value('other', 60, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
});
