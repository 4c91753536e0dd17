import { expect, test } from 'vitest';
import { roundedParts } from './score-sum.tsx';

test.each([[[0.333, 0.333, 0.334]], [[1.004, 1.004, 1.004]], [[5.005, -2.501]], [[0.001, 0.001]], [[]]])(
  'the shown parts of %j add up to the shown sum',
  (parts) => {
    const shown = roundedParts(parts);
    const sum = parts.reduce((total, part) => total + part, 0);
    expect(shown.reduce((total, part) => total + part, 0)).toBeCloseTo(Math.round(sum * 100) / 100, 9);
    for (const [place, part] of parts.entries()) expect(Math.abs(shown[place]! - part)).toBeLessThanOrEqual(0.01);
  },
);
