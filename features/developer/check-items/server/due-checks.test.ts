import { expect, it } from 'vitest';
import { isTime, mostWaitMilliseconds, quietMilliseconds } from './check-runs.service.ts';
import { causeOf, type CheckState } from './due-checks.store.ts';

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
