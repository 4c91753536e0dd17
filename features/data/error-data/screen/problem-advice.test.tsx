import { expect, test } from 'vitest';
import { problemTexts } from '#feeds/feed-texts.ts';
import { problemAdvice } from './error-data.page.tsx';

test('everything that can be wrong with an item has an advice', () => {
  expect(Object.keys(problemAdvice).toSorted()).toEqual(Object.keys(problemTexts).toSorted());
});
