import { expect, test } from 'vitest';
import { fail, failField } from './fail.ts';

test('a failure says what its caller is told, and costs no look at the stack', () => {
  const failure = failField('term', 'tooMany', { max: 60, name: 'synonym' });
  expect(failure.problems).toEqual([
    { field: 'term', code: 'tooMany', message: failure.message, parameters: { max: 60, name: 'synonym' } },
  ]);
  expect(fail('notAllowed').problems[0]).toMatchObject({ field: '', code: 'notAllowed' });
  expect(failure.stack).not.toContain('\n    at ');
  expect(new Error('another').stack).toContain('\n    at ');
});
