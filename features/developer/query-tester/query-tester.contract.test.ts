import { expect, test } from 'vitest';
import { ignoredWords } from './query-tester.contract.ts';

test('the words that a step left out are told once, in their order', () => {
  expect(ignoredWords({ before: 'zidle na zahradu a na terasu', after: 'zidle zahradu terasu' })).toEqual(['na', 'a']);
});
