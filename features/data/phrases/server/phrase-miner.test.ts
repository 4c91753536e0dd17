import { expect, test } from 'vitest';
import type { Item } from '#contract/item.ts';
import { maximumMined, PhraseMiner } from './phrase-miner.ts';
import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import { leastSearches, withSearched } from './phrases.service.ts';

/** A made-up word for each number. */
const word = (number: number): string => `${String(number).replaceAll(/\d/g, (digit) => 'bcdfghjklm'.charAt(Number(digit)))}o`;

const mine = (names: readonly string[], category?: string) => {
  const miner = new PhraseMiner('cs');
  for (const [at, name] of names.entries()) {
    const item: Item = { id: String(at), fields: { name, ...(category !== undefined && { category }) } };
    miner.add(item);
  }
  return miner.mined().map(({ phrase, itemCount }) => `${phrase} ${itemCount}`);
};

test('neighbouring words that several items share are a phrase, in all their forms, as they are written most often', () => {
  const names = [
    'Rychlovarná konvice Solo',
    'Rychlovarná konvice Duo',
    'Malá rychlovarná konvice',
    'Rychlovarnou konvici',
    'Hrnec',
  ];
  expect(mine(names)).toEqual(['rychlovarná konvice 4']);
});

test('numbers, stopwords at the ends and words across a break form no phrase', () => {
  const names = [
    'Láhev 500 ml, modrá',
    'Láhev 500 ml, modrá',
    'Láhev 500 ml, modrá',
    'Sada k vaření',
    'Sada k vaření',
    'Sada k vaření',
  ];
  expect(mine(names)).toEqual(['sada k vaření 3']);
});

test('a piece that nearly always stands in a longer phrase is left out', () => {
  const names = Array.from({ length: 9 }, (_, at) => `Sada na čištění ${'abcdefghi'[at]}${'abcdefghi'[at]}`);
  expect(mine([...names, 'Čistič oken', 'Čistič oken', 'Čistič oken', 'Čistič oken venku'])).toEqual([
    'sada na čištění 9',
    'čistič oken 4',
  ]);
});

test('units, addresses and trademarks are in no phrase, and of two orders of words the more frequent one is', () => {
  const thrice = (name: string) => [name, name, name];
  expect(mine([...thrice('Procesor GHz box'), ...thrice('Intel® Core'), ...thrice('Kabel startech.com')])).toEqual([]);
  expect(mine([...thrice('Originální náplň'), ...thrice('Náplň originální'), 'Originální náplň'])).toEqual([
    'originální náplň 4',
  ]);
});

test('every level of a category is a phrase, also of one word', () => {
  expect(mine(['Aa', 'Bb', 'Cc'], 'Kuchyně > Malé spotřebiče > Konvice')).toEqual([
    'Konvice 3',
    'Kuchyně 3',
    'Malé spotřebiče 3',
  ]);
});

test('words of a category are no phrase besides it', () => {
  const names = ['Zahradní hadice Solo', 'Malá zahradní hadice', 'Zahradní hadice Duo'];
  expect(mine(names, 'Zahradní hadice a sprchy')).toEqual(['Zahradní hadice a sprchy 3']);
  expect(mine(names, 'Zahrada')).toEqual(['Zahrada 3', 'zahradní hadice 3']);
});

test('an item counts once, however often and in whatever forms it has a phrase', () => {
  const names = ['Rychlovarná konvice, rychlovarné konvice', 'Rychlovarná konvice', 'Rychlovarná konvice / rychlovarnou konvici'];
  expect(mine(names)).toEqual(['rychlovarná konvice 3']);
});

test('words that are a category of one item and stand in the names of others are one phrase', () => {
  const miner = new PhraseMiner('cs');
  miner.add({ id: '1', fields: { name: 'Zahradní hadice' } });
  miner.add({ id: '2', fields: { name: 'Spojka', category: 'Dům > Zahradní hadice' } });
  miner.add({ id: '3', fields: { name: 'Zahradní hadice' } });
  expect(miner.mined()).toEqual([{ stems: 'zahradn hadik', phrase: 'zahradní hadice', itemCount: 3, source: 'name' }]);
});

test('the number of phrases is bounded, and mining twice gives the same', () => {
  const names = Array.from({ length: 6_000 }, (_, at) => `${word(at % 1500)} ${word(at % 1500)}`);
  expect(mine(names)).toHaveLength(maximumMined);
  expect(mine(names)).toEqual(mine(names.toReversed()));
});

test('however many new words come, what is frequent is found among them', () => {
  const miner = new PhraseMiner('cs');
  const names = Array.from({ length: 20_000 }, (_, at) => `${word(at)} ${word(at * 7)} ${word(at * 13)} zahradní hadice`);
  for (const [at, name] of names.entries()) miner.add({ id: String(at), fields: { name } });
  expect(miner.mined()[0]).toEqual({ stems: expect.any(String), phrase: 'zahradní hadice', itemCount: 20_000, source: 'name' });
});

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

test('adds frequent searches as phrases in their most frequent form, with all forms counted', () => {
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
