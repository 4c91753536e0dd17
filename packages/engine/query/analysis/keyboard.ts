/**
 * What somebody meant whose keyboard was set to another layout. On Czech and Slovak keyboards the row of digits writes letters, and `y`
 * and `z` have each other's place, as on German ones.
 */

/** The key of each digit writes the letter, on a Czech or on a Slovak keyboard. */
const digitOfLetter: Readonly<Record<string, string>> = {
  '+': '1', ě: '2', ľ: '2', š: '3', č: '4', ř: '5', ť: '5', ž: '6', ý: '7', á: '8', í: '9', é: '0',
}; // prettier-ignore

const lettersOfDigits: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  cs: { '2': 'ě', '3': 'š', '4': 'č', '5': 'ř', '6': 'ž', '7': 'ý', '8': 'á', '9': 'í', '0': 'é', ';': 'ů', '[': 'ú' },
  sk: { '2': 'ľ', '3': 'š', '4': 'č', '5': 'ť', '6': 'ž', '7': 'ý', '8': 'á', '9': 'í', '0': 'é', ';': 'ô', '[': 'ú' },
};

const swapped: Readonly<Record<string, string>> = { y: 'z', z: 'y' };

/** Shorter queries are some other word on any keyboard. */
const leastCharacters = 3;
/** A shorter word with a digit in it is the name of something, such as `a4c`. */
const leastInWordWithDigits = 4;

const characterBy = (text: string, table: Readonly<Record<string, string>>): string =>
  Array.from(text, (character) => (Object.hasOwn(table, character) ? table[character]! : character)).join('');

const ySwappedForZ = (text: string): string => characterBy(text, swapped);
const asDigits = (text: string): string => characterBy(text, digitOfLetter);

const digits = /\d/g;
const letters = /\p{L}/gu;
const countOf = (word: string, what: RegExp): number => word.match(what)?.length ?? 0;

/** Words of which most are letters, read as words of the language; null where one of those with digits is more of a number. */
function asLetters(text: string, table: Readonly<Record<string, string>>): string | null {
  const words = text.trim().split(' ');
  const isWord = (word: string): boolean =>
    countOf(word, digits) === 0 || (word.length >= leastInWordWithDigits && countOf(word, letters) > countOf(word, digits));
  const read = characterBy(text.trim(), table);
  // What it stands for is a whole word: the beginning of one is soon found in a code.
  return read !== text.trim() && words.every(isWord) ? `${read} ` : null;
}

/** Likeliest first; none where layouts agree. `text` is normalised. Digits give letters only where keyboards do so. */
export function keyboardReadings(text: string, language: string): string[] {
  if (text.trim().length < leastCharacters) return [];
  const table = lettersOfDigits[language];
  const word = table === undefined ? null : asLetters(text, table);
  const readings = [asDigits(text), ySwappedForZ(text), asDigits(ySwappedForZ(text)), word, word && ySwappedForZ(word)];
  const others = readings.filter((reading) => reading !== null && reading.trim() !== text.trim());
  return [...new Set(others)] as string[];
}
