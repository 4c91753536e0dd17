import { expect, test } from 'vitest';
import { isPatternMistake, patternMistakes } from '#contract/errors.ts';
import { readFixit } from './fixit.read.ts';

const wrong = [
  '[z-a]',
  String.raw`\y`,
  '(?P<1',
  '(?=a)',
  'a**',
  'a{1001}',
  '[a',
  '(a',
  '*a',
  'a\\',
  '(?P<n>a)(?P<n>b)',
  'a)',
  `${'('.repeat(1500)}a${')'.repeat(1500)}`,
];

/** What the compiler says of a pattern. */
function mistakeIn(term: string): unknown {
  try {
    readFixit({ term, is_regexp: true, catalog_term: 'b' });
  } catch (error) {
    return (error as { problems?: { parameters?: { words?: string } }[] }).problems?.[0]?.parameters?.words;
  }
  return null;
}

test('every error of the compiler has words in each language', () => {
  const said = wrong.map(mistakeIn);
  expect(said.filter((words) => !isPatternMistake(words))).toEqual([]);
  expect(patternMistakes.filter((words) => !said.includes(words))).toEqual([]);
});
