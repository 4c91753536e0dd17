import { all } from '#process-kit/work.ts';
import { expect, test, describe } from 'vitest';
import { fairQueue } from './fair-queue.ts';
import { Failure } from '#server/base/fail.ts';
import { newBuckets, rateLimit } from './rate-limit.ts';
import { countAttempts } from './attempts.ts';

const never = new AbortController().signal;

/** Of the event loop. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Of the clock of queues; it stands unless a test moves it. */
let moment = 0;

/** A queue whose work ends when it is told to, in the order in which it began. */
function opened(options: { atOnce: number; atOnceOfProject?: number; mostWaiting: number }) {
  const { atOnceOfProject = options.atOnce } = options;
  const limits = { atOnceOfProject, longestWaitMilliseconds: 1_000, now: () => moment };
  const queue = fairQueue({ ...limits, ...options });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = async (project: number, name: string, signal = never): Promise<string> =>
    queue.run(project, signal, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    });
  /** Ends the oldest work that runs, and waits until what follows has begun. */
  const endOne = async (): Promise<void> => {
    await turn();
    ends.shift()?.();
    await turn();
    await turn();
  };
  return { queue, begun, ask, endOne };
}

test('a project that asks once is next, whatever number of calls another one has waiting', async () => {
  const { begun, ask, endOne } = opened({ atOnce: 2, mostWaiting: 100 });
  const all = Array.from({ length: 50 }, (_none, at) => ask(1, `a${at}`));
  const other = ask(2, 'b');
  await endOne();
  expect(begun).toEqual(['a0', 'a1', 'b']);
  for (let at = 0; at < 60; at += 1) await endOne();
  expect(await other).toBe('b');
  expect(await Promise.all(all)).toHaveLength(50);
});

test('projects that all ask much take turns', async () => {
  const { begun, ask, endOne } = opened({ atOnce: 1, mostWaiting: 100 });
  const all = [1, 2, 3].flatMap((project) => [0, 1, 2].map((at) => ask(project, `${project}.${at}`)));
  for (let at = 0; at < 9; at += 1) await endOne();
  await Promise.all(all);
  const turns = [begun.slice(0, 3), begun.slice(3, 6), begun.slice(6)].map((turn) => new Set(turn.map((name) => name[0])));
  expect(turns).toEqual([1, 2, 3].map(() => new Set(['1', '2', '3'])));
});

test('one project alone never takes all places', async () => {
  const { begun, ask, endOne } = opened({ atOnce: 3, atOnceOfProject: 2, mostWaiting: 100 });
  const all = ['a', 'b', 'c'].map((name) => ask(1, name));
  const other = ask(2, 'd');
  await turn();
  expect(begun).toEqual(['a', 'b', 'd']);
  for (let at = 0; at < 4; at += 1) await endOne();
  expect(await Promise.all([...all, other])).toEqual(['a', 'b', 'c', 'd']);
});

test('however much waits, the event loop comes to new calls every few milliseconds', async () => {
  const { queue } = opened({ atOnce: 1, mostWaiting: 100 });
  let turns = 0;
  const count = (): void => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  await all(Array.from({ length: 50 }, () => queue.run(1, never, () => void (moment += 1))));
  clearImmediate(counting);
  expect(turns).toBeGreaterThanOrEqual(23);
});

test('what finds the line of its project full is refused with when to try again; others are not', async () => {
  const { ask, endOne } = opened({ atOnce: 1, mostWaiting: 2 });
  const taken = [ask(1, 'a'), ask(1, 'b'), ask(1, 'c')];
  await expect(ask(1, 'd')).rejects.toMatchObject({ code: 'unavailable', problems: [{ parameters: { seconds: 1 } }] });
  const other = ask(2, 'e');
  for (let at = 0; at < 4; at += 1) await endOne();
  expect(await Promise.all([...taken, other])).toEqual(['a', 'b', 'c', 'e']);
});

test('what would have to wait too long is refused, by the pace at which those that wait begin', async () => {
  const { ask, endOne } = opened({ atOnce: 1, mostWaiting: 100 });
  const taken = Array.from({ length: 8 }, (_none, at) => ask(1, String(at)));
  for (let at = 0; at < 2; at += 1) {
    moment += 300;
    await endOne();
  }
  // One begins every 300 ms, and five wait.
  await expect(ask(1, '8')).rejects.toMatchObject({ code: 'unavailable' });
  for (let at = 0; at < 2; at += 1) await endOne();
  taken.push(ask(1, '9'));
  for (let at = 0; at < 6; at += 1) await endOne();
  expect(await Promise.all(taken)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '9']);
});

test('what nobody waits for any more leaves the line, and takes no place', async () => {
  const { begun, ask, endOne } = opened({ atOnce: 1, mostWaiting: 1 });
  const gone = new AbortController();
  const first = ask(1, 'a');
  const left = ask(1, 'b', gone.signal);
  gone.abort(new Error('The client is gone'));
  await expect(left).rejects.toThrow('The client is gone');
  const next = ask(1, 'c');
  await endOne();
  await endOne();
  expect([await first, await next, begun]).toEqual(['a', 'c', ['a', 'c']]);
});

test('work that fails frees its place, and nothing is remembered of projects that are done', async () => {
  const { queue, ask, endOne } = opened({ atOnce: 1, mostWaiting: 1 });
  await expect(queue.run(1, never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  const next = ask(2, 'a');
  await endOne();
  await next;
  expect(queue.projectCount()).toBe(0);
});

describe('a rate limit', () => {
  let moment = 0;
  const limit = (perSecond: number) => rateLimit({ perSecond, now: () => moment });

  /** How many of so many calls are taken. */
  function taken(limited: ReturnType<typeof limit>, calls: number, key = 'a', own?: number): number {
    let count = 0;
    for (let call = 0; call < calls; call += 1) {
      try {
        limited.take(key, own === undefined ? {} : { ownPerSecond: own });
        count += 1;
      } catch (error) {
        expect(error).toBeInstanceOf(Failure);
        expect(error).toMatchObject({ code: 'tooManyRequests', problems: [{ parameters: { seconds: 1 } }] });
      }
    }
    return count;
  }

  test('as many calls as are allowed a second come at once, and then evenly', () => {
    const limited = limit(50);
    expect(taken(limited, 80)).toBe(50);
    moment += 100;
    expect(taken(limited, 80)).toBe(5);
    moment += 60_000;
    expect(taken(limited, 80)).toBe(50);
  });

  test('one key takes nothing from another', () => {
    const limited = limit(10);
    expect(taken(limited, 20, 'a')).toBe(10);
    expect(taken(limited, 20, 'b')).toBe(10);
  });

  test('limits of the same buckets count together', () => {
    const buckets = newBuckets();
    const [one, other] = [1, 2].map(() => rateLimit({ perSecond: 10, now: () => moment, buckets }));
    expect([taken(one!, 7), taken(other!, 7), taken(one!, 7)]).toEqual([7, 3, 0]);
    moment += 500;
    expect([taken(other!, 3), taken(one!, 7)]).toEqual([3, 2]);
  });

  test('the longest idle keys are evicted', () => {
    const limited = limit(1);
    for (let visitor = 0; visitor < 1_000_000; visitor += 1) {
      moment += 0.001;
      limited.take(`visitor ${visitor}`);
    }
    expect(taken(limited, 1, 'visitor 999999')).toBe(0);
    moment += 1000;
    expect(taken(limited, 5, 'visitor 999999')).toBe(1);
  });

  test('a key may have a limit of its own', () => {
    const limited = limit(10);
    expect(taken(limited, 100, 'a', 40)).toBe(40);
  });

  test('a clock that was days ahead makes nobody wait for days', () => {
    let clock = 1_000_000;
    const calls = countAttempts({ maximum: 1, windowSeconds: 60, now: () => clock });
    const days = 40 * 24 * 60 * 60 * 1000;
    clock += days;
    calls.take('shop');
    expect(() => calls.take('shop')).toThrow('Too many attempts');
    clock -= days;
    calls.take('shop');
    expect(() => calls.take('shop')).toThrow(
      expect.objectContaining({ problems: [expect.objectContaining({ parameters: { seconds: 60 } })] }),
    );
  });
});
