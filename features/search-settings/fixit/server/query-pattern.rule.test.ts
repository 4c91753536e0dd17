import { expect, test } from 'vitest';
import { queryPattern } from './query-pattern.rule.ts';

test.each([
  ['lednic.', 'LEDNICE', true],
  ['(?:bosch|lg)$', 'pračka LG', true],
  ['ka$', ' myčka ', true],
  ['myck', 'myčka', true],
  ['^\\d+$', '128 l', false],
])('matches %s in “%s”: %s', (pattern, query, isMatch) => {
  expect(queryPattern(pattern)(query)).toBe(isMatch);
});
