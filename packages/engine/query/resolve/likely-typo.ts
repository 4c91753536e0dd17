import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { fold } from '#engine/query/analysis/folding.ts';

let englishWords: ReadonlySet<string> | undefined;

/** Known of English; the list is read when a word is first looked up. */
function isRealWord(word: string, language: string): boolean {
  if (language !== 'en') return false;
  englishWords ??= new Set(
    gunzipSync(readFileSync(new URL('english-words.gz', import.meta.url)))
      .toString()
      .split('\n'),
  );
  return englishWords.has(word) || (word.endsWith('s') && englishWords.has(word.slice(0, -1)));
}

/** No correction: `fridge` is no misspelt `bridge`. */
export const areTwoWords = (typed: string, meant: string, edits: number, language: string): boolean =>
  !isLikelyTypo(typed, meant, edits) && isRealWord(typed, language);

/** Neighbours on QWERTY and QWERTZ keyboards. */
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'yxcvbnm'];
const areNeighbours = (one: string, other: string): boolean =>
  rows.some((row) => row.includes(one) && row.includes(other) && Math.abs(row.indexOf(one) - row.indexOf(other)) === 1);

/** Letters that sound alike. */
const alike: Readonly<Record<string, string>> = { y: 'i', z: 's', c: 'k', q: 'k', w: 'v' };
const heard = (word: string): string =>
  Array.from(word.replaceAll('ph', 'f').replaceAll('ck', 'k'), (letter) => alike[letter] ?? letter)
    .join('')
    .replaceAll(/(.)\1+/g, '$1');
const withoutVowels = (word: string): string => word.slice(0, 1) + word.slice(1).replaceAll(/[aeiou]/g, '');
export const soundAlike = (one: string, other: string): boolean => heard(fold(one)) === heard(fold(other));
const sorted = (word: string): string => Array.from(word).toSorted().join('');

/** Shorter words have neighbours that are words of their own: `horse`, `house`, `hose`. */
const leastLength = 5;
const leastOfConsonants = 6;
const leastOfNeighbours = 6;
const leastOfAny = 10;

/** Tells a misspelt term from another word of the language, for words that no item has. Errs towards another word. */
export function isLikelyTypo(typed: string, meant: string, edits: number): boolean {
  const [one, other] = [fold(typed), fold(meant)];
  const shorter = Math.min(one.length, other.length);
  if (one[0] !== other[0] || shorter < leastLength) return false;
  if (heard(one) === heard(other) || (edits === 1 && sorted(one) === sorted(other))) return true;
  if (shorter >= leastOfConsonants && withoutVowels(heard(one)) === withoutVowels(heard(other)) && areVowelsMixedUp(one, other))
    return true;
  if (shorter >= leastOfAny) return true;
  if (edits > 1 || shorter < leastOfNeighbours) return false;
  if (one.length !== other.length) return isInside(one, other);
  const at = Array.from(one).findIndex((letter, place) => letter !== other[place]);
  return areNeighbours(one[at]!, other[at]!);
}

/** `calendar`, `calender`, but not `curtain`, `certain`. */
const mixedUp = new Set(['ae', 'ea', 'ei', 'ie', 'ao', 'oa', 'ou', 'uo', 'iy', 'yi']);
const areVowelsMixedUp = (one: string, other: string): boolean =>
  one.length !== other.length ||
  Array.from(one).every(
    (letter, at) => letter === other[at] || mixedUp.has(letter + other[at]!) || areNeighbours(letter, other[at]!),
  );

/** A letter more or less inside; at the end it is another form. */
function isInside(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return !long.startsWith(short);
}
