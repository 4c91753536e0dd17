import { expect, test } from 'vitest';
import { DatabaseDownError } from './errors.ts';
import { graceMilliseconds, lastKnown } from './last-known.ts';

/** A value that is read from a database that may be down or hang. */
function opened() {
  let moment = 1_000_000;
  let reads = 0;
  let state: 'up' | 'down' | 'hangs' | 'broken' = 'up';
  let answerHanging = (): void => undefined;
  const values = lastKnown({
    freshMilliseconds: 1000,
    maximum: 2,
    now: () => moment,
    async read(key) {
      reads += 1;
      if (state === 'down') throw new DatabaseDownError(null);
      if (state === 'broken') throw new Error('broken');
      if (state === 'hangs') await new Promise<void>((resolve) => (answerHanging = resolve));
      return `${key}${reads}`;
    },
  });
  return {
    get: values.get,
    set: values.set,
    outdate: values.outdate,
    reads: () => reads,
    pass: (milliseconds: number) => (moment += milliseconds),
    turn: (to: typeof state) => (state = to),
    answerHanging: () => answerHanging(),
  };
}

test('a value is read once while it is fresh, and once for all who ask at the same time', async () => {
  const values = opened();
  expect(await Promise.all([values.get('a'), values.get('a')])).toEqual(['a1', 'a1']);
  values.pass(999);
  expect(await values.get('a')).toBe('a1');
  values.pass(1);
  expect(await Promise.all([values.get('a'), values.get('a')])).toEqual(['a2', 'a2']);
});

test('while the database is down the last value is given, until the grace is over', async () => {
  const values = opened();
  await values.get('a');
  values.turn('down');
  values.pass(graceMilliseconds);
  expect(await values.get('a')).toBe('a1');
  values.pass(1);
  await expect(values.get('a')).rejects.toThrow(DatabaseDownError);
});

test('a database that is down is asked again after a pause, not by every search', async () => {
  const values = opened();
  await values.get('a');
  values.turn('down');
  values.pass(1000);
  for (let search = 0; search < 10; search += 1) expect(await values.get('a')).toBe('a1');
  expect(values.reads()).toBe(2);
  values.turn('up');
  values.pass(500);
  expect(await values.get('a')).toBe('a3');
});

test('while the database hangs one search waits a moment, the others not at all', async () => {
  const values = opened();
  await values.get('a');
  values.turn('hangs');
  values.pass(1000);
  expect(await values.get('a')).toBe('a1');
  expect(await values.get('a')).toBe('a1');
  expect(values.reads()).toBe(2);
  values.answerHanging();
  await expect.poll(() => values.get('a')).toBe('a2');
});

test('what was never read fails as its reading does, and so does another error', async () => {
  const values = opened();
  values.turn('down');
  await expect(values.get('a')).rejects.toThrow(DatabaseDownError);
  values.turn('up');
  await values.get('a');
  values.turn('broken');
  values.pass(1000);
  await expect(values.get('a')).rejects.toThrow('broken');
});

test('a value that was written is known, and the oldest leave first', async () => {
  const values = opened();
  values.set('a', 'written');
  expect(await values.get('a')).toBe('written');
  await values.get('b');
  await values.get('c');
  expect(await values.get('a')).toBe('a3');
});

test('a value that somebody has changed is read at once, also where an older one is just being read', async () => {
  const values = opened();
  await values.get('a');
  values.outdate('a');
  expect(await values.get('a')).toBe('a2');
  values.pass(1000);
  values.turn('hangs');
  const before = values.get('a');
  const answerBefore = values.answerHanging;
  values.turn('up');
  values.outdate('a');
  expect(await values.get('a')).toBe('a4');
  answerBefore();
  await before;
  expect(await values.get('a')).toBe('a4');
});

test('a value that has to be read again is given as it was while the database is down', async () => {
  const values = opened();
  await values.get('a');
  values.turn('down');
  values.outdate('a');
  expect(await values.get('a')).toBe('a1');
});
