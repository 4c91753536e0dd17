import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const reader = path.join(import.meta.dirname, 'testing', 'read-much.ts');

/** Less than the feed, and little more than what Node itself needs. */
const heapMegabytes = 48;
const feedMegabytes = 60;

for (const type of ['xml', 'csv', 'json']) {
  test(`${feedMegabytes} MB of ${type} become items in ${heapMegabytes} MB of heap`, () => {
    const run = spawnSync(process.execPath, [`--max-old-space-size=${heapMegabytes}`, reader, type, String(feedMegabytes)], {
      encoding: 'utf8',
    });
    expect(run.stderr).toBe('');
    expect(JSON.parse(run.stdout)).toMatchObject({ isComplete: true });
  });
}
