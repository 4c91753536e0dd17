import { expect, test } from 'vitest';
import { choiceOf, ownChanges, presetChanges, presets } from './date-choice.ts';

test.each([
  ['7-days', '2026-11-21', '2026-11-15', '2026-11-21'],
  ['30-days', '2026-03-01', '2026-01-31', '2026-03-01'],
  ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['yesterday', '2024-03-01', '2024-02-29', '2024-02-29'],
  ['3-days', '2026-01-02', '2025-12-31', '2026-01-02'],
  ['60-days', '2026-03-01', '2026-01-01', '2026-03-01'],
  ['90-days', '2026-11-21', '2026-08-24', '2026-11-21'],
])('%s on %s is from %s to %s', (range, today, from, to) => {
  expect(choiceOf({ range }, today)).toEqual({ preset: range, range: { from, to } });
});

test('the choices are those of the specification', () => {
  const labels = Object.values(presets).map(({ label }) => label);
  expect(labels).toEqual(['Yesterday', ...[3, 7, 30, 60, 90].map((count) => `Last ${count} days`)]);
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
