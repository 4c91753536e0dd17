import { expect, test } from 'vitest';
import { all, begin, run, type Work, wait } from './work.ts';

function* sum(one: number | Promise<number>, other: number | Promise<number>): Work<number> {
  return (yield* wait(one)) + (yield* wait(other));
}

test('work returns at once unless it has to wait', async () => {
  expect(run(sum(1, 2))).toBe(3);
  const waiting = run(sum(1, Promise.resolve(2)));
  expect(waiting).toBeInstanceOf(Promise);
  expect(await waiting).toBe(3);
});

test('a rejected promise is thrown inside the work, which may go on', async () => {
  function* withDefault(): Work<number> {
    try {
      return yield* wait(Promise.reject<number>(new Error('down')));
    } catch {
      return 0;
    }
  }
  expect(await run(withDefault())).toBe(0);
});

test('work that fails at once leaves no rejection of other work unhandled', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): number => unhandled.push(error);
  process.on('unhandledRejection', note);
  function* fails(value: number): Work<number> {
    if (value > 0) throw new Error('at once');
    return yield* wait(value);
  }
  const later = Promise.resolve().then((): number => {
    throw new Error('later');
  });
  await expect(Promise.try(() => all([sum(1, later), fails(1)].map(begin)))).rejects.toThrow('at once');
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});
