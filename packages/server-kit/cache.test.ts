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
