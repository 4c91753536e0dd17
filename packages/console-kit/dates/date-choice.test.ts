import { expect, test } from 'vitest';
import { choiceOf, ownChanges, presetChanges } from './date-choice.ts';

test.each([
  ['7-days', '2026-11-21', '2026-11-15', '2026-11-21'],
  ['30-days', '2026-03-01', '2026-01-31', '2026-03-01'],
  ['this-month', '2026-11-01', '2026-11-01', '2026-11-01'],
  ['this-month', '2026-11-30', '2026-11-01', '2026-11-30'],
  ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last-month', '2024-03-01', '2024-02-01', '2024-02-29'],
  ['last-month', '2026-01-15', '2025-12-01', '2025-12-31'],
])('%s on %s is from %s to %s', (range, today, from, to) => {
  expect(choiceOf({ range }, today)).toEqual({ preset: range, range: { from, to } });
});

test('days of the address are a range of their own', () => {
  const range = { from: '2026-10-01', to: '2026-10-05' };
  expect(choiceOf(range, '2026-11-21')).toEqual({ preset: null, range });
});

test.each([
  { range: 'constructor' },
  { from: '2026-10-05', to: '2026-10-01' },
  { from: '2026-10-05' },
  { from: 'yesterday', to: 'today' },
  {},
])('%o is no choice', (address) => {
  expect(choiceOf(address, '2026-11-21')).toEqual({ preset: null, range: null });
});

test('a choice takes the place of the one before, and lists begin at their first page', () => {
  expect(presetChanges('7-days')).toEqual({ range: '7-days', from: undefined, to: undefined, page: undefined });
  expect(presetChanges(null)).toEqual({ range: undefined, from: undefined, to: undefined, page: undefined });
  expect(ownChanges({ from: '2026-10-01', to: '2026-10-05' })).toMatchObject({ range: undefined, from: '2026-10-01' });
});
