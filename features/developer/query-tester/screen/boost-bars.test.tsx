import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { startI18n } from '#ui/text/i18n.ts';
import { renderAt } from '#ui/test-frame.tsx';
import english from '#apps/console/locales/en.json' with { type: 'json' };
import { BoostBars } from './boost-bars.tsx';
import type { BoostShare } from '#features/developer/query-tester/query-tester.contract.ts';

beforeAll(() => startI18n(async () => english));

const newer: BoostShare = {
  id: 1,
  kind: 'functional',
  field: 'added',
  values: [],
  curve: 'logarithmic',
  is_added: false,
  direction: 'falling',
  number: 7,
  is_age: true,
  amount: 1.48,
  score: 3,
};

test.each([
  ['newer items first', {}, '7 days old, newer first: multiplies by 1.48'],
  ['newer items last', { amount: 0.76 }, '7 days old, newer last: multiplies by 0.76'],
  ['a little to newer items', { is_added: true, amount: 0.5 }, '7 days old, newer first: adds 0.5'],
  ['lower prices last', { field: 'price', is_age: false, amount: 0.76 }, '7, lower last: multiplies by 0.76'],
  [
    'higher prices first',
    { field: 'price', is_age: false, direction: 'rising', amount: 0.2 },
    '7, higher first: multiplies by 0.2',
  ],
] as const)('a boost that puts or gives %s says so', async (_what, changes, told) => {
  await renderAt('/tester', () => <BoostBars boosts={[{ ...newer, ...changes }]} largest={3} />);
  expect(screen.getByText(told)).toBeDefined();
});
