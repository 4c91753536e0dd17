import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

it('the kernel is compiled from its source as it is now; otherwise run `npm run kernel`', () => {
  const hash = createHash('sha256');
  const folder = path.join(import.meta.dirname, 'assembly');
  for (const name of readdirSync(folder).toSorted()) if (name.endsWith('.ts')) hash.update(readFileSync(path.join(folder, name)));
  const compiled = readFileSync(path.join(import.meta.dirname, 'kernel-binary.ts'), 'utf8');
  expect(compiled).toContain(`// sha256 of the source: ${hash.digest('hex')}\n`);
});
