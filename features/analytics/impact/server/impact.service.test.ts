import { expect, it } from 'vitest';
import { impactDays } from './impact.service.ts';

const since = '2026-01-01';

it('compares as many days on both sides, and the day itself is on neither', () => {
  expect(impactDays('2026-03-10', { since, today: '2026-03-14' })).toEqual({
    before: { start: '2026-03-07', end: '2026-03-09' },
    after: { start: '2026-03-11', end: '2026-03-13' },
  });
});

it('compares whole weeks once there are any, and four at most', () => {
  expect(impactDays('2026-03-10', { since, today: '2026-03-20' })).toEqual({
    before: { start: '2026-03-03', end: '2026-03-09' },
    after: { start: '2026-03-11', end: '2026-03-17' },
  });
  expect(impactDays('2026-03-10', { since, today: '2026-09-01' })).toEqual({
    before: { start: '2026-02-10', end: '2026-03-09' },
    after: { start: '2026-03-11', end: '2026-04-07' },
  });
});

it('has no more days before than were tracked', () => {
  expect(impactDays('2026-01-03', { since, today: '2026-03-20' })).toEqual({
    before: { start: '2026-01-01', end: '2026-01-02' },
    after: { start: '2026-01-04', end: '2026-01-05' },
  });
});

it('compares nothing until there is a whole day on each side', () => {
  expect(impactDays('2026-03-10', { since, today: '2026-03-10' })).toBeNull();
  expect(impactDays('2026-03-10', { since, today: '2026-03-11' })).toBeNull();
  expect(impactDays('2026-03-10', { since, today: '2026-03-12' })).not.toBeNull();
  expect(impactDays('2026-01-01', { since, today: '2026-03-12' })).toBeNull();
  expect(impactDays('2025-12-01', { since, today: '2026-03-12' })).toBeNull();
});
