import { expect, it } from 'vitest';
import { compareKernel } from '#engine/testing/compare-kernel.ts';
import { changesSurviveKills } from '#engine/testing/kill-changes.ts';

changesSurviveKills(300);

it.each([11, 23, 37, 41, 53, 67, 71, 83, 97, 101])(
  'a kernel answers 20,000 random plans like the plain code: %i',
  async (seed) => {
    expect.hasAssertions();
    await compareKernel(20_000, 100, seed);
  },
);
