import { expect, test } from 'vitest';
import { problemTexts } from '#feeds/problem-texts.ts';
import { problemReasons } from './problem-reasons.ts';

test('every reason of a bad item is said, in the words of the feeds', () => {
  expect(problemReasons).toEqual(problemTexts);
});
