import { describe, expect, test } from 'vitest';
import type { JobRow } from './job-store.ts';
import { inTurn, isDue, pauseMilliseconds } from './jobs.ts';

const now = 1_000_000_000;
const hour = 60 * 60 * 1000;
const job = (changes: Partial<JobRow>): JobRow => ({
  id: 1,
  kind: 'import',
  key: '1',
  state: 'waiting',
  attempts: 0,
  run_at: now,
  heartbeat_at: null,
  ...changes,
});

describe('a job is due', () => {
  test.each([
    ['that nobody has tried yet, whatever its clock said', { run_at: now + hour }, true],
    ['once its pause is over', { attempts: 2, run_at: now }, true],
    ['not during its pause', { attempts: 2, run_at: now + pauseMilliseconds(2) }, false],
    ['that says to wait for longer than its pause takes: the clock was ahead', { attempts: 2, run_at: now + hour }, true],
  ] as const)('%s', (_fact, changes, expected) => {
    expect(isDue(job(changes), now)).toBe(expected);
  });
});

test('one job of each group has its turn before a second one of any, and none before that of a group that has one running', () => {
  const groups: Record<number, string> = { 1: 'a', 2: 'a', 3: 'b', 4: 'c', 5: 'b' };
  const jobs = [1, 2, 3, 4, 5].map((id) => job({ id, state: id === 4 ? 'running' : 'waiting' }));
  const more = [...jobs, job({ id: 6 })];
  const order = inTurn(more, ({ id }) => groups[id] ?? 'c').map(({ id }) => id);
  expect(order).toEqual([1, 3, 4, 2, 5, 6]);
});
