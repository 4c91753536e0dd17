import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { debounced } from './debounced.ts';

test('only what is asked last is done, and what it overtakes is answered with null', async () => {
  const done: string[] = [];
  const find = debounced(async (q: string) => {
    done.push(q);
    return q.toUpperCase();
  }, 30);
  const answers = await Promise.all(['l', 'la', 'lamp'].map((q) => find(q)));
  expect(answers).toEqual([null, null, 'LAMP']);
  expect(done).toEqual(['lamp']);
});

test('a call that runs already is aborted by the next one, and its answer is thrown away', async () => {
  const signals: AbortSignal[] = [];
  const find = debounced(async (q: string, signal: AbortSignal) => {
    signals.push(signal);
    await sleep(100);
    if (signal.aborted) throw new Error('aborted');
    return q;
  }, 0);
  const first = find('la');
  await expect.poll(() => signals.length).toBe(1);
  const second = find('lamp');
  expect(await Promise.all([first, second])).toEqual([null, 'lamp']);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});

test('an error reaches who asked last', async () => {
  const find = debounced((_q: string) => Promise.reject(new Error('No connection')), 0);
  await expect(find('lamp')).rejects.toThrow('No connection');
});
