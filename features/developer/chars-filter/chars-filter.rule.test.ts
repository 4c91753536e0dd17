import { expect, test } from 'vitest';
import { createAnalyser } from '#engine/analysis/analyser.ts';
import { draftQuery } from '#engine/query-draft.ts';
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

test('without filters a query stays as it is', () => {
  expect(draftQuery(analyser, [compileCharFilters([], analyser)], 'a & b').text).toBe('a & b');
});

test('it says what it replaced', () => {
  expect(draftQuery(analyser, [compileCharFilters(rows, analyser)], 'a&b').trace).toContainEqual({
    step: 'characters',
    before: 'a&b',
    after: 'a and b',
  });
});
