import { expect, test } from 'vitest';
import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import { leastSearches, withSearched } from './phrases.service.ts';

const analyser = createAnalyser('cs');
const searched = (term: string, searchCount: number, itemCount = 5) => ({ term, searchCount, itemCount });
const found = (...terms: ReturnType<typeof searched>[]) => {
  const stems = analyser
    .tokens('rychlovarná konvice')
    .map((token) => analyser.stem(token))
    .join(' ');
  const mined = [{ stems, phrase: 'rychlovarná konvice', itemCount: 12, source: 'name' as const }];
  return withSearched(mined, terms, analyser).map(
    ({ phrase, source, searchCount, itemCount }) => `${phrase} ${source} ${searchCount} ${itemCount}`,
  );
};
const ofItems = 'rychlovarná konvice name 0 12';

test('a phrase of items says how often it is searched, in all its forms', () => {
  expect(found(searched('rychlovarna konvice', 30), searched('rychlovarnou konvici', 4))).toEqual([
    'rychlovarná konvice name 34 12',
  ]);
});

test('what is often searched is a phrase, as it is written most often, with its forms added up', () => {
  const forms = [searched('dárek pro mámu', leastSearches - 1, 3), searched('darek pro mamu', 1, 8)];
  expect(found(...forms)).toEqual([ofItems, `dárek pro mámu searched ${leastSearches} 8`]);
});

test.each([
  ['seldom searched', searched('dárek pro mámu', leastSearches - 1)],
  ['found by nothing as it was typed', searched('dárek pro mámu', 90, 0)],
  ['one word, which the index completes', searched('dárek', 90)],
  ['a sentence', searched('dárek pro mámu k svátku', 90)],
  ['masked', searched('dárek [number]', 90)],
])('what is %s is no phrase', (_why, term) => {
  expect(found(term)).toEqual([ofItems]);
});
