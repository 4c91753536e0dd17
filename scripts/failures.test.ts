import { expect, test } from 'vitest';
import { browserFailures, failuresText, unitFailures } from './failures.mjs';

test('a failed test is told by its file, name and error, and a file that does not load by its message', () => {
  const testResults = [
    {
      name: 'a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { status: 'passed', fullName: 'adds', failureMessages: [] },
        { status: 'failed', fullName: 'divides', failureMessages: ['Error: by zero'] },
      ],
    },
    { name: 'b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
  ];
  expect(unitFailures({ testResults })).toEqual([
    { test: 'a.test.ts › divides', error: 'Error: by zero' },
    { test: 'b.test.ts', error: 'Cannot find module' },
  ]);
});

test('a journey that passes at the second try is told apart from one that fails', () => {
  const journey = (title: string, status: string, messages: string[]) => ({
    title,
    file: 'shop.e2e.ts',
    line: 3,
    tests: [{ status, results: messages.map((message) => ({ errors: [{ message }] })) }],
  });
  const suites = [
    {
      specs: [journey('sells', 'flaky', ['\u001B[31mclosed\u001B[39m'])],
      suites: [{ specs: [journey('pays', 'unexpected', ['no money', 'still no money']), journey('leaves', 'expected', [])] }],
    },
  ];
  expect(browserFailures({ suites, errors: [{ message: 'no browser' }] })).toEqual({
    failed: [
      { test: 'shop.e2e.ts:3 › pays', error: 'no money\nstill no money' },
      { test: 'outside of a journey', error: 'no browser' },
    ],
    passedLate: [{ test: 'shop.e2e.ts:3 › sells', error: 'closed' }],
  });
});

test('of a long error the first lines are repeated', () => {
  const error = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n');
  expect(failuresText([{ test: 'a', error }])).toMatch(/^a\nline 0\n/);
  expect(failuresText([{ test: 'a', error }])).not.toContain('line 99');
});
