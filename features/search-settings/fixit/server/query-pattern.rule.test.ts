import { expect, test } from 'vitest';
import { patternedQuery, QueryPattern, QueryPatterns } from './query-pattern.rule.ts';

const patterns = (...texts: string[]) => texts.map((text) => ({ text, pattern: new QueryPattern(text) }));

test.each([
  ['of those that are found, the first acts', ['lednic.', 'lednice'], 'lednice', 'lednic.'],
  ['one that requires nothing acts in its turn', ['myck', '^\\d+$', '\\d'], '128', '^\\d+$'],
  ['after it another one may be found', ['\\d+ l', 'lednice'], 'lednice 128', 'lednice'],
  ['one of several texts is enough', ['(?:bosch|lg)$'], 'pračka LG', '(?:bosch|lg)$'],
  ['a required text may end the query', ['ka$'], 'myčka', 'ka$'],
  ['none is found in a single letter', ['ab'], 'a', undefined],
])('%s', (_fact, texts, query, expected) => {
  expect(new QueryPatterns(patterns(...texts)).firstIn(query)?.text).toBe(expected);
});

test('the first of many patterns is the same as by trying each of them', () => {
  const syllables = ['ko', 'nvi', 'ce', 'led', 'ni', '1', '28', ' ', 'č'];
  const text = (seed: number) => [3, 5, 7].map((step) => syllables[(seed * step + (seed >> 3)) % syllables.length]).join('');
  const all = patterns(...Array.from({ length: 200 }, (_none, at) => (at % 3 === 0 ? `${text(at)}|${text(at + 50)}` : text(at))));
  const many = new QueryPatterns(all);
  const queries = Array.from({ length: 300 }, (_none, at) => `${text(at * 11)}${text(at * 17 + 1)}`);
  const found = queries.map((query) => all.find(({ pattern }) => pattern.isIn(patternedQuery(query)))?.text);
  expect(queries.map((query) => many.firstIn(query)?.text)).toEqual(found);
  expect(new Set(found).size).toBeGreaterThan(10);
});
