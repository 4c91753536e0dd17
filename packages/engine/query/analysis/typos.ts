const minFuzzyLength = 3;
const minLengthForTwoEdits = 8;
const digit = /\d/;

export const hasDigit = (word: string): boolean => digit.test(word);

export function allowedEdits(word: string): number {
  if (word.length < minFuzzyLength || hasDigit(word)) return 0;
  return word.length < minLengthForTwoEdits ? 1 : 2;
}

export function mayBeMeant(word: string, term: string, edits: number): boolean {
  if (hasDigit(term) || edits > allowedEdits(word)) return false;
  return edits <= 1 || word.codePointAt(0) === term.codePointAt(0);
}

/**
 * Edits (insert, delete, replace, swap neighbours) between two words, or `limit + 1` when there are more than `limit`: the optimal
 * string alignment form of F. Damerau, "A technique for computer detection and correction of spelling errors" (1964).
 */
export function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  // What both begin and end with costs nothing, and leaves little to compare.
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one.charCodeAt(start) === other.charCodeAt(start)) start++;
  let end = 0;
  while (end < shorter - start && one.charCodeAt(one.length - 1 - end) === other.charCodeAt(other.length - 1 - end)) end++;
  return distanceOfRest(one.slice(start, one.length - end), other.slice(start, other.length - end), limit);
}

function distanceOfRest(one: string, other: string, limit: number): number {
  const longer = Math.max(one.length, other.length);
  if (one.length === 0 || other.length === 0) return Math.min(longer, limit + 1);
  // The first letters differ and so do the last ones: one edit can't mend more than two letters, swapped.
  if (limit === 1 && longer > 2) return 2;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1));
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        cost = Math.min(cost, beforeLast[column - 2]! + 1);
      current.push(cost);
      if (cost < best) best = cost;
    }
    if (best > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(last[other.length]!, limit + 1);
}

/** Keyboards set to another layout: Czech and Slovak digit keys write letters, and `y` and `z` swap places. */

const digitOfLetter: Readonly<Record<string, string>> = {
  '+': '1', ě: '2', ľ: '2', š: '3', č: '4', ř: '5', ť: '5', ž: '6', ý: '7', á: '8', í: '9', é: '0',
}; // prettier-ignore

const lettersOfDigits: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  cs: { '2': 'ě', '3': 'š', '4': 'č', '5': 'ř', '6': 'ž', '7': 'ý', '8': 'á', '9': 'í', '0': 'é', ';': 'ů', '[': 'ú' },
  sk: { '2': 'ľ', '3': 'š', '4': 'č', '5': 'ť', '6': 'ž', '7': 'ý', '8': 'á', '9': 'í', '0': 'é', ';': 'ô', '[': 'ú' },
};

const swapped: Readonly<Record<string, string>> = { y: 'z', z: 'y' };

const leastCharacters = 3;
const leastInWordWithDigits = 4;

const characterBy = (text: string, table: Readonly<Record<string, string>>): string =>
  Array.from(text, (character) => (Object.hasOwn(table, character) ? table[character]! : character)).join('');

const ySwappedForZ = (text: string): string => characterBy(text, swapped);
const asDigits = (text: string): string => characterBy(text, digitOfLetter);

const digits = /\d/g;
const letters = /\p{L}/gu;
const countOf = (word: string, what: RegExp): number => word.match(what)?.length ?? 0;

function asLetters(text: string, table: Readonly<Record<string, string>>): string | null {
  const words = text.trim().split(' ');
  const isWord = (word: string): boolean =>
    countOf(word, digits) === 0 || (word.length >= leastInWordWithDigits && countOf(word, letters) > countOf(word, digits));
  const read = characterBy(text.trim(), table);
  // A whole word, as the beginning of one is soon found in a code.
  return read !== text.trim() && words.every(isWord) ? `${read} ` : null;
}

export function keyboardReadings(text: string, language: string): string[] {
  if (text.trim().length < leastCharacters) return [];
  const table = lettersOfDigits[language];
  const word = table === undefined ? null : asLetters(text, table);
  const readings = [asDigits(text), ySwappedForZ(text), asDigits(ySwappedForZ(text)), word, word && ySwappedForZ(word)];
  const others = readings.filter((reading) => reading !== null && reading.trim() !== text.trim());
  return [...new Set(others)] as string[];
}
