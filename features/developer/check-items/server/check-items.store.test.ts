import { expect, it } from 'vitest';
import { keptChecks } from '#contract/limits.ts';
import { tooManyChecks, causeOf, type CheckState } from './check-items.store.ts';
import { isTime, mostWaitMilliseconds, quietMilliseconds } from './check-runs.service.ts';

const now = Date.parse('2026-06-01T12:00:00Z');
/** So many checks an hour apart, the last of them now. */
const hourly = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, checked_at: now - (count - 1 - at) * 3_600_000 }));

it('all of the newest are kept, and of each day before that the last one', () => {
  expect(tooManyChecks(hourly(keptChecks), now)).toEqual([]);
  const checks = hourly(keptChecks + 48);
  const gone = new Set(tooManyChecks(checks, now));
  const older = checks.slice(0, 48);
  const left = older.filter(({ id }) => !gone.has(id)).map(({ checked_at: at }) => new Date(at).toISOString().slice(11, 16));
  expect(checks.slice(48).some(({ id }) => gone.has(id))).toBe(false);
  // The last one of two whole days, and the newest of the older ones, whose day goes on among the kept.
  expect(left).toEqual(['23:00', '23:00', '08:00']);
});

const checkedAt = 1_000_000_000;
const mark = { release: 4, importedAt: 500, day: '2026-05-01' };
const state = (now: Partial<CheckState['now']>, changes: Partial<CheckState> = {}): CheckState => ({
  id: 1,
  collectionId: 1,
  now: { ...mark, ...now },
  last: { ...mark, checkedAt },
  askedAt: null,
  changedAt: checkedAt + 100,
  ...changes,
});

it.each([
  [{}, null],
  [{ release: 5 }, 'release'],
  [{ release: 5, importedAt: 600 }, 'import'],
  [{ day: '2026-05-02' }, 'night'],
  [{ release: 5, day: '2026-05-02' }, 'release'],
] as const)('where %j is live, checks are made for: %s', (now, cause) => {
  expect(causeOf(state(now))).toBe(cause);
});

it('changes are checked together once there was none for a while, and not put off for ever', () => {
  const changed = state({ release: 5 });
  expect(isTime(changed, changed.changedAt + quietMilliseconds - 1)).toBe(false);
  expect(isTime(changed, changed.changedAt + quietMilliseconds)).toBe(true);
  const again = state({ release: 90 }, { changedAt: checkedAt + mostWaitMilliseconds });
  expect(isTime(again, checkedAt + mostWaitMilliseconds - 1)).toBe(false);
  expect(isTime(again, checkedAt + mostWaitMilliseconds)).toBe(true);
});

it('nobody waits who asked for a check, and nothing is checked without a reason', () => {
  expect(isTime(state({}, { askedAt: 5 }), checkedAt)).toBe(true);
  expect(isTime(state({}), checkedAt + 10 * mostWaitMilliseconds)).toBe(false);
  expect(isTime(state({}, { last: null }), checkedAt + quietMilliseconds + 100)).toBe(true);
});
