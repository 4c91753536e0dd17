import { it } from 'vitest';
import { compareKernel } from '#engine/testing/compare-kernel.ts';

it('a kernel answers 500 random plans of every kind as is answered without, while items change', async () => {
  await compareKernel(500, 5, 5);
});
