import { expect, test } from 'vitest';
import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import { draftQuery } from '#engine/query/query-draft.ts';
import { compileCharFilters } from './chars-filter.rule.ts';

const rows = [
  { from: '&', to: ' and ' },
  { from: 'C++', to: 'cplusplus' },
  { from: '+', to: ' plus ' },
  { from: '.*', to: 'star' },
  { from: '´', to: '' },
];
const analyser = createAnalyser('en');
const textOf = (query: string): string => draftQuery(analyser, [compileCharFilters(rows, analyser)], query).text;

test.each([
  ['salt & pepper', 'salt  and  pepper'],
  ['c++ book', 'cplusplus book'],
  ['C++ and + sign', 'cplusplus and  plus  sign'],
  ['a.*b', 'astarb'],
  ['nothing here', 'nothing here'],
])('%j becomes %j', (query, expected) => {
  expect(textOf(query).replaceAll(/ +/g, ' ')).toBe(expected.replaceAll(/ +/g, ' '));
});

test('what becomes itself is not replaced by a shorter one, and is not to blame for what another one changed', () => {
  const kept = [
    { id: 1, from: 'a', to: 'a' },
    { id: 2, from: 'c++', to: 'c++' },
    { id: 3, from: '+', to: ' plus ' },
  ];
  const { text, trace } = draftQuery(analyser, [compileCharFilters(kept, analyser)], 'a c++ +b');
  expect(text).toBe('a c++  plus b');
  expect(trace.find(({ step }) => step === 'characters')?.rows).toEqual([{ id: 3, name: '+' }]);
});

test('it says what it replaced', () => {
  expect(draftQuery(analyser, [compileCharFilters(rows, analyser)], 'a&b').trace).toContainEqual({
    step: 'characters',
    before: 'a&b',
    after: 'a and b',
  });
});
