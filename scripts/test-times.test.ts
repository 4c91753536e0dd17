import { expect, test } from 'vitest';
import { readTimes } from './test-times.mjs';

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
