import { it } from 'vitest';
import { compareKernel } from '#engine/testing/compare-kernel.ts';

it.each([11, 23, 37, 41, 53, 67, 71, 83, 97, 101])(
  'a kernel answers 20,000 random plans as is answered without: %i',
  async (seed) => {
    await compareKernel(20_000, 100, seed);
  },
);
