import { expect, test } from 'vitest';
import { changesBetween } from './analyze.changes.ts';

const marks = { kept: '', changed: '~', added: '+', removed: '-' } as const;

/** `~zidle<židle` for a changed word, `+` for a new one, `-` for one that went. */
const said = (before: string, after: string): string =>
  changesBetween(before.split(' ').filter(Boolean), after.split(' ').filter(Boolean))
    .map(({ text, change, was }) => `${marks[change]}${text}${was && `<${was}`}`)
    .join(' ');

test.each([
  ['židle stůl', 'židle stůl', 'židle stůl'],
  ['židle stůl', 'zidle stul', '~zidle<židle ~stul<stůl'],
  ['židle a stůl', 'židle stůl', 'židle -a stůl'],
  ['xr-450 sekačka', 'xr 450 sekačka', '-xr-450 +xr +450 sekačka'],
  ['xr 450', 'xr 450 xr450', 'xr 450 +xr450'],
  ['', 'a', '+a'],
  ['a', '', '-a'],
  ['a – b', 'a c', 'a -– -b +c'],
  ['a a b', 'a b', 'a -a b'],
])('from “%s” to “%s”: %s', (before, after, expected) => {
  expect(said(before, after)).toBe(expected);
});
