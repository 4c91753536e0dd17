import { expect, test } from 'vitest';
import { judgeTimes, readTimes } from './test-times.mjs';

test('a file that ran on two databases counts by its longer run, and the longest stand first', () => {
  const lines = [
    '{"file":"a.test.ts","seconds":1.5}',
    '{"file":"b.test.ts","seconds":3}',
    '{"file":"a.test.ts","seconds":4}',
    '',
  ];
  expect(readTimes(lines.join('\n'))).toEqual([
    { file: 'a.test.ts', seconds: 4 },
    { file: 'b.test.ts', seconds: 3 },
  ]);
});

test('a file over its budget on any machine fails, and is named', () => {
  const [quick, slow] = [
    { file: 'quick.test.ts', seconds: 39 },
    { file: 'slow.test.ts', seconds: 41 },
  ];
  expect(judgeTimes([quick])).toMatchObject({ passed: 1, failed: 0 });
  expect(judgeTimes([slow, quick])).toMatchObject({ passed: 0, failed: 1 });
});
