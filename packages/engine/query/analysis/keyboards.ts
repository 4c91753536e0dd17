import tables from './keyboards.json' with { type: 'json' };

/**
 * Keyboards set to another layout. Keys of the Czech and Slovak digit row write letters; on many layouts `y` and `z` swap places; where
 * the alphabet isn't Latin, every key writes another letter. Source: layouts of Windows.
 */

type Keys = Readonly<Record<string, string>>;

const alphabetsBy: Readonly<Record<string, readonly string[]>> = tables.alphabets;
const lettersBy: Readonly<Record<string, Keys>> = tables.letters;
const swapped: Keys = { y: 'z', z: 'y' };

const leastCharacters = 3;
const leastInWordWithDigits = 4;

const characterBy = (text: string, keys: Keys): string =>
  Array.from(text, (character) => (Object.hasOwn(keys, character) ? keys[character]! : character)).join('');

const keysOf = (from: string, to: string): Keys => Object.fromEntries(Array.from(from, (key, at) => [key, to[at] ?? key]));

const ySwappedForZ = (text: string): string => characterBy(text, swapped);
const asDigits = (text: string): string => characterBy(text, tables.digits);

const digits = /\d/g;
const letters = /\p{L}/gu;
const latin = /[a-z]/;
const countOf = (word: string, what: RegExp): number => word.match(what)?.length ?? 0;

/** Whole words, as the beginning of one is soon found in a code. */
const asWords = (text: string): string => `${text} `;

function asLetters(text: string, keys: Keys): string | null {
  const isWord = (word: string): boolean =>
    countOf(word, digits) === 0 || (word.length >= leastInWordWithDigits && countOf(word, letters) > countOf(word, digits));
  const read = characterBy(text, keys);
  return read !== text && text.split(' ').every(isWord) ? asWords(read) : null;
}

function inOtherAlphabet(text: string, alphabet: string): string {
  return asWords(characterBy(text, latin.test(text) ? keysOf(tables.keys, alphabet) : keysOf(alphabet, tables.keys)));
}

export function keyboardReadings(text: string, language: string): string[] {
  const typed = text.trim();
  if (typed.length < leastCharacters) return [];
  const word = Object.hasOwn(lettersBy, language) ? asLetters(typed, lettersBy[language]!) : null;
  const alphabets = Object.hasOwn(alphabetsBy, language) ? alphabetsBy[language]! : [];
  const readings = [
    asDigits(text),
    ySwappedForZ(text),
    asDigits(ySwappedForZ(text)),
    word,
    word && ySwappedForZ(word),
    ...alphabets.map((alphabet) => inOtherAlphabet(typed, alphabet)),
  ];
  return [...new Set(readings.filter((reading) => reading !== null && reading.trim() !== typed))] as string[];
}
