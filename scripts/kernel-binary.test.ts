import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { kernelBinaryFile, kernelBinaryModule } from './kernel-binary.mjs';

it('the compiled kernel is what its source says', async () => {
  expect(await readFile(kernelBinaryFile, 'utf8')).toBe(await kernelBinaryModule());
});
