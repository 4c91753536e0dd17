import { expect, test } from 'vitest';
import { looksLikePattern } from './fixit.contract.ts';

test.each(['^shipping', 'shipp.*', 'tv \\d+', 'te[nm]t', '(tent|awning)', 'colou?r'])('%s looks like a pattern', (term) => {
  expect(looksLikePattern(term)).toBe(true);
});

test.each(['which tent?', 'dr. martens', 'c++', 'ac/dc', '100$', 'tent (large)', '3 * 5', '/tents?/', '12.5" tv'])(
  '%s does not, or is taken as one anyway',
  (term) => {
    expect(looksLikePattern(term)).toBe(false);
  },
);
