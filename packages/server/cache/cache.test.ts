import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { valueCache } from './cache.ts';

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
