import { expect, it } from 'vitest';
import { impactOf, strengths } from './impacts.ts';

it('tells strong matches apart to two thousandths, and weak ones to two hundredths', () => {
  for (let strength = 0.001; strength < 1; strength += 0.001) {
    const error = Math.abs(strengths[impactOf(strength)]! - strength);
    expect(error, String(strength)).toBeLessThan(strength < 0.03 ? 0.016 : strength < 0.8 ? 0.008 : 0.0012);
  }
});

it('keeps the order of strengths', () => {
  const impacts = Array.from({ length: 1_000 }, (_, at) => impactOf((at + 1) / 1_001));
  expect(impacts).toEqual(impacts.toSorted((a, b) => a - b));
  expect(impacts[0]).toBe(1);
});
