import { expect, test } from 'vitest';
import { random } from '#feeds/testing/mutations.ts';
import { type FirstPageClick, weekClicks } from './week-clicks.ts';

const breathe = async (): Promise<void> => undefined;
const judged = (clicks: readonly FirstPageClick[]) => {
  const week = weekClicks();
  for (const click of clicks) week.add(click);
  return week.judged(breathe);
};
const next = random(8);
const clicks = Array.from({ length: 400 }, (_, at): FirstPageClick => {
  const place = 1 + Math.floor(next() * 10);
  return { collectionId: 1, language: 'en', term: `term ${at % 7}`, visitor: `visitor ${at}`, itemId: `item ${place}`, place };
});

test('a visitor who clicks the same item again, on whatever place, changes nothing', async () => {
  const once = await judged(clicks);
  expect(once[0]!.scores).toHaveLength(7);
  const again = clicks.flatMap((click) => [click, click, { ...click, place: 10 }]);
  expect(await judged(again)).toEqual(once);
  const later = [...clicks, ...Array.from({ length: 500 }, () => ({ ...clicks[0]!, place: 9 }))];
  expect(await judged(later)).toEqual(once);
});

test('collections and languages are told apart, and searches of too rare queries counted all the same', async () => {
  const rare: FirstPageClick = { collectionId: 2, language: 'cs', term: 'rare', visitor: 'ann', itemId: 'item 1', place: 1 };
  const parts = await judged([...clicks, rare, { ...rare, itemId: 'item 2', place: 2 }, { ...rare, language: 'de' }]);
  expect(parts.map(({ collectionId, language, clickedCount }) => [collectionId, language, clickedCount])).toEqual([
    [1, 'en', 400],
    [2, 'cs', 1],
    [2, 'de', 1],
  ]);
  expect(parts[1]!.scores).toEqual([]);
});
