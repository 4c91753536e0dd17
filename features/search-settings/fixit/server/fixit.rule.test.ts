import { expect, test } from 'vitest';
import { maximumFixitLength, maximumPatterns, maximumPatternSteps, maximumQueryLength } from '#contract/limits.ts';
import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import { draftQuery } from '#engine/query/query-draft.ts';
import { querySteps } from '#engine/query/query-steps.ts';
import { compileFixits, compilePattern, queryPattern } from './fixit.rule.ts';

const analyser = createAnalyser('cs');
const exact = (id: number, term: string, catalog_term: string) => ({ id, term, is_regexp: false, catalog_term });
const pattern = (id: number, term: string, catalog_term: string) => ({ id, term, is_regexp: true, catalog_term });
const shop = 'https://shop.example/doprava?a=1';
const rule = compileFixits(
  [
    exact(1, 'ledinčka', 'lednička'),
    exact(2, 'zimní bota', 'Sněhule'),
    exact(3, 'ledinčky', 'never reached'),
    exact(4, 'lednička', 'never reached in one hop'),
    exact(5, 'doprava', shop),
    exact(6, '!?', 'nápověda'),
    pattern(7, '^doprav', 'https://shop.example/'),
    pattern(8, 'boty? do \\d+', 'levné boty'),
    pattern(9, 'ČÍŠE', 'pohár'),
    pattern(10, 'boty do 900', 'never reached'),
    pattern(11, '.*stejn.*', 'stejný'),
  ],
  analyser,
);
const drafted = (query: string) => draftQuery(analyser, [rule], query);

test.each([
  ['ledinčka', 'lednička', 1],
  ['LEDINCKA ', 'lednička', 1],
  ['ledinčky', 'lednička', 1],
  ['zimní boty', 'sněhule', 2],
  ['zimni bota', 'sněhule', 2],
  ['!?', 'nápověda', 6],
  ['červené boty do 900', 'levné boty', 8],
  ['bota do 900', null, null],
  ['zlatá číše', 'pohár', 9],
  ['zlata cise', 'pohár', 9],
  ['zimní', null, null],
  ['stejný', null, null],
  ['', null, null],
])('%j is replaced by %j, by row %j', (query, text, id) => {
  const step = drafted(query).trace.find(({ step: name }) => name === 'fixit');
  expect([step?.after ?? null, step?.ruleId ?? null]).toEqual([text, id]);
  if (text !== null) expect(drafted(query).text).toBe(text);
});

test.each([
  ['doprava', shop, 5],
  ['dopravy', shop, 5],
  ['doprava zdarma', 'https://shop.example/', 7],
])('%j redirects to %j', (query, redirect, id) => {
  expect(drafted(query)).toMatchObject({ redirect, text: query });
  expect(drafted(query).trace).toContainEqual(
    expect.objectContaining({ step: 'fixit', before: query, after: redirect, ruleId: id }),
  );
  expect(querySteps(analyser, [rule], query, true).redirect).toBe(redirect);
});

test('a query is replaced once', () => {
  expect(drafted('ledinčka').text).toBe('lednička');
  expect(drafted('lednička').text).toBe('never reached in one hop');
});

test.each(['[a', '(a', '(?=a)', '(?<!a)b', '(a)\\1', 'a{2,1}', '*'])('%s is no pattern', (text) => {
  expect(() => compilePattern(text)).toThrow('error parsing regexp');
});

/** What other engines take exponential time for, and what becomes long once it is compiled. */
const hostile = [
  (n: number) => `(a+)+${'b'.repeat(n % 7)}$`,
  (n: number) => `(a|a|${'a'.repeat((n % 9) + 1)})*$`,
  (n: number) => `${'('.repeat(n % 40)}a*${')*'.repeat(n % 40)}b`,
  (n: number) => `(a?){${n}}a{${n}}`,
  (n: number) => `^(?:.*a){${(n % 30) + 1}}b`,
  (n: number) => `((a{1,${(n % 31) + 1}}){1,30})b`,
  (n: number) => `${'.*a'.repeat((n % 60) + 1)}b`,
  (n: number) => `(\\pL|\\pN|a){1,${n}}!`,
  (n: number) => `${'\\pL{900}'.repeat((n % 20) + 1)}`,
  (n: number) => `(?:a?){${(n % 99) + 1}}[^a]*[a-z]*(a|aa)+$`,
];
const patterns = Array.from({ length: maximumPatterns }, (_, n) => hostile[n % hostile.length]!(n));

test('hostile patterns are refused or run in linear time', () => {
  const accepted = patterns.filter((text) => {
    expect(text.length).toBeLessThanOrEqual(maximumFixitLength);
    return compilePattern(text).programSize() <= maximumPatternSteps;
  });
  expect(accepted.length).toBeGreaterThan(maximumPatterns / 2);
  expect(accepted.length).toBeLessThan(maximumPatterns);
  // More than twice the steps for each letter would not end before the test does.
  const long = 'a'.repeat(20 * maximumQueryLength);
  for (const text of accepted.slice(0, hostile.length * 2)) compilePattern(text).test(long);
  const all = compileFixits(
    accepted.map((text, id) => pattern(id, text, 'x')),
    analyser,
  );
  expect(draftQuery(analyser, [all], `${'a'.repeat(maximumQueryLength - 1)}#`).text.length).toBeLessThanOrEqual(
    maximumQueryLength,
  );
});

test.each([
  ['lednic.', 'LEDNICE', true],
  ['(?:bosch|lg)$', 'pračka LG', true],
  ['ka$', ' myčka ', true],
  ['myck', 'myčka', true],
  ['^\\d+$', '128 l', false],
])('matches %s in “%s”: %s', (pattern, query, isMatch) => {
  expect(queryPattern(pattern)(query)).toBe(isMatch);
});
