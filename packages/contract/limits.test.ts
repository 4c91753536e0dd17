import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as limits from './limits.ts';

const listed = readFileSync(path.join(import.meta.dirname, '../../docs/limits.md'), 'utf8');

test.each(Object.entries(limits))('%s of %i is listed', (name, limit) => {
  expect(listed).toContain(`| \`${name}\` | ${limit.toLocaleString('en')}`);
});
