import { expect, test } from 'vitest';
import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import { draftQuery } from '#engine/query/query-draft.ts';
import { compilePhrases } from './phrases.rule.ts';

const analyser = createAnalyser('cs');
const phrase = (text: string, item_count = 3, boost = 1, is_visible = true, search_count = 0, is_decided = true) => ({
  phrase: text,
  item_count,
  search_count,
  boost,
  is_visible,
  is_decided,
});
const rule = compilePhrases(
  [
    phrase('rychlovarná konvice', 12),
    phrase('konvice na čaj', 5),
    phrase('konvičky', 30),
    phrase('zahradní hadice', 4, 5),
    phrase('zahradní nůžky', 40),
    phrase('zahrada', 90, 0.5),
    phrase('zahradní trpaslík', 99, 9, false),
    phrase('zahradní altán', 50, 1, false, 0, false),
  ],
  analyser,
);
const pairs = (query: string) => draftQuery(analyser, [rule], query).knownPairs;

test('words that form a phrase are known, in any form and without diacritics', () => {
  expect(pairs('rychlovarnou konvici')).toEqual([0]);
  expect(pairs('cervena rychlovarna konvice')).toEqual([1]);
  expect(pairs('konvice na čaj')).toEqual([0, 1]);
  expect(pairs('konvice rychlovarná')).toBeUndefined();
  expect(pairs('konvičky')).toBeUndefined();
  expect(pairs('zahradní trpaslík')).toBeUndefined();
  expect(pairs('rychlovarná konvice na čaj')).toEqual([0, 1, 2]);
});

test('what is typed is completed to phrases: boosted ones first, then frequent ones, then later words', () => {
  const suggested = (typed: string, limit = 10) => rule.suggest?.(typed, limit).map(({ text }) => text);
  expect(suggested('Zahrad')).toEqual(['zahradní hadice', 'zahradní nůžky', 'zahrada']);
  expect(suggested('zahrad', 2)).toEqual(['zahradní hadice', 'zahradní nůžky']);
  expect(suggested('konvi')).toEqual(['konvičky', 'konvice na čaj', 'rychlovarná konvice']);
  expect(suggested('zahradni nuz')).toEqual(['zahradní nůžky']);
  expect(suggested('')).toEqual([]);
  expect(rule.hides?.('Zahradni trpaslik')).toBe(true);
  expect(rule.hides?.('zahradní hadice')).toBe(false);
  // Nobody has said so far whether it is suggested.
  expect(rule.hides?.('zahradní altán')).toBe(false);
  expect(suggested('xyz')).toEqual([]);
});

test('of as boosted phrases, those that are searched most come first', () => {
  const rows = [phrase('hadice na vodu', 90), phrase('hadice k vaně', 1, 1, true, 40), phrase('hadice do zahrady', 1, 2)];
  const known = compilePhrases(rows, analyser);
  expect(known.suggest?.('hadice', 5).map(({ text }) => text)).toEqual(['hadice do zahrady', 'hadice k vaně', 'hadice na vodu']);
});
