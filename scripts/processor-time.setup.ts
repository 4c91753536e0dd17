import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';

/** `npm test` names the file that collects what each test file took; see `scripts/test-times.mjs`. */
const collected = process.env['AISLE_TEST_TIMES'];
let before = process.cpuUsage();

beforeAll(() => {
  before = process.cpuUsage();
});

/** Processor time of the worker, all its threads together: a busy machine changes it little. Child processes aren't counted. */
afterAll(() => {
  const testFile = expect.getState().testPath;
  if (collected === undefined || testFile === undefined) return;
  const { user, system } = process.cpuUsage(before);
  const file = path.relative(process.cwd(), testFile).split(path.sep).join('/');
  appendFileSync(collected, `${JSON.stringify({ file, seconds: (user + system) / 1e6 })}\n`);
});
