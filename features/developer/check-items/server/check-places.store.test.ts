import { expect, it } from 'vitest';
import { dayMs } from '#contract/days.ts';
import { keptCheckDays, keptChecks } from '#contract/limits.ts';
import { tooManyChecks } from './check-places.store.ts';

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

it('however often an item is checked, so many are kept at most', () => {
  let kept: { id: number; checked_at: number }[] = [];
  for (let id = 1; id <= 20_000; id += 1) {
    const at = now + id * 3_600_000;
    kept.push({ id, checked_at: at });
    const gone = new Set(tooManyChecks(kept, at));
    kept = kept.filter((one) => !gone.has(one.id));
  }
  expect(kept.length).toBeLessThanOrEqual(keptChecks + keptCheckDays + 1);
  expect(kept.length).toBeGreaterThan(keptCheckDays);
  expect(kept.at(-1)!.checked_at - kept[0]!.checked_at).toBeLessThanOrEqual(keptCheckDays * dayMs);
});
