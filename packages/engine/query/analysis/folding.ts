import letters from './folding-table.json' with { type: 'json' };

export interface PlacedText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export function placed(text: string): PlacedText {
  return {
    text,
    starts: Array.from({ length: text.length }, (_, at) => at),
    ends: Array.from({ length: text.length }, (_, at) => at + 1),
  };
}

export class PlacedTextBuilder {
  readonly #source: PlacedText;
  readonly #parts: string[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  constructor(source: PlacedText) {
    this.#source = source;
  }

  put(text: string, start: number, end: number): void {
    const { starts, ends } = this.#source;
    this.#parts.push(text);
    for (let at = 0; at < text.length; at++) {
      this.#starts.push(starts[start] ?? 0);
      this.#ends.push(ends[end - 1] ?? 0);
    }
  }

  copy(start: number, end: number): void {
    this.#parts.push(this.#source.text.slice(start, end));
    for (let at = start; at < end; at++) {
      this.#starts.push(this.#source.starts[at] ?? 0);
      this.#ends.push(this.#source.ends[at] ?? 0);
    }
  }

  finish(): PlacedText {
    return { text: this.#parts.join(''), starts: this.#starts, ends: this.#ends };
  }
}

/**
 * Sources: Lucene's ASCIIFoldingFilter and ArabicNormalizer, and Unicode names of Latin, Cyrillic and Hebrew letters. The Cyrillic
 * short i is a letter of its own.
 */
const lettersByText: Readonly<Record<string, string>> = letters;

const foldingTable: ReadonlyMap<string, string> = new Map(
  Object.entries(lettersByText).flatMap(([text, letters]) => Array.from(letters, (letter) => [letter, text] as const)),
);

/** Signs that end a word although their compatibility form has letters (`Core™`), and letters whose form holds a sign. */
const instead: Readonly<Record<string, string>> = {
  '™': ' ',
  '℠': ' ',
  ℹ: ' ',
  '㊗': ' ',
  '㊙': ' ',
  '\u20e3': ' ',
  ŀ: 'l',
  Ŀ: 'l',
  ŉ: 'n',
};
const foldedScripts =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Common}\p{Script=Inherited}]/u;
const invisible = /^\p{Default_Ignorable_Code_Point}$/u;
const pictographs = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]$/u;
/** A word of its own; skin tones and flags are none. */
const emoji = /^(?![\p{Emoji_Modifier}\p{Regional_Indicator}])\p{Emoji_Presentation}$/u;
const marks = /\p{M}+/gu;
const ascii = /^[\x00-\x7f]*$/;
const separateAccent = /[\u0300-\u036f\u3099\u309a\uff9e\uff9f]/;
const separateAccents = /[^][\u0300-\u036f\u3099\u309a\uff9e\uff9f]+/gu;
/** Half-width, the marks of kana are letters. */
const halfWidthMark = /[\uff9e\uff9f]/;

const digit = /^\p{Nd}$/u;

/** Digits of a script follow each other from its zero. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && digit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

const otherScript = /[\u0370-\u04ff]/;
const latin = /[a-z]/;
const mixable = /[a-z\u0370-\u04ff]+/g;
const timesBetweenDigits = /(?<=\d ?)х(?= ?\d)/g;
const [latinOnes, cyrillicOnes, greekOnes] = ['abcehikmoptxyjs', 'авсенікмортхујѕ', 'αβ ε ηικμορτχυ  '];

const looking = (from: string, to: string): ReadonlyMap<string, string> =>
  new Map(Array.from(from, (letter, at) => [letter, to[at] ?? ' '] as const).filter((pair) => !pair.includes(' ')));

const cyrillic = /[\u0400-\u04ff]/;
const [likeCyrillic, likeGreek] = [
  [looking(latinOnes, cyrillicOnes), looking(cyrillicOnes, latinOnes)],
  [looking(latinOnes, greekOnes), looking(greekOnes.replace('μ', ' '), latinOnes)],
] as const;

function wordInOneScript(word: string): string {
  if (!latin.test(word) || !otherScript.test(word)) return word;
  const letters = Array.from(word);
  const isLatin = (letter: string): boolean => letter <= 'z';
  const [fromLatin, toLatin] = cyrillic.test(word) ? likeCyrillic : likeGreek;
  const mayLeaveLatin = letters.every((letter) => !isLatin(letter) || fromLatin.has(letter));
  const mayBeLatin = letters.every((letter) => isLatin(letter) || toLatin.has(letter));
  const isMostlyLatin = letters.filter(isLatin).length * 2 > letters.length;
  if (mayLeaveLatin && !(mayBeLatin && isMostlyLatin)) return letters.map((letter) => fromLatin.get(letter) ?? letter).join('');
  return mayBeLatin ? letters.map((letter) => toLatin.get(letter) ?? letter).join('') : word;
}

/** A word with a few letters of another script that look the same, as `Сiль` with a Latin i; a size with a Cyrillic `х`. */
function inOneScript(folded: string): string {
  if (!otherScript.test(folded)) return folded;
  const read = folded.includes('х') ? folded.replace(timesBetweenDigits, 'x') : folded;
  return latin.test(read) ? read.replace(mixable, wordInOneScript) : read;
}

const foldedUnits: (string | undefined)[] = [];

function foldCharacter(character: string): string {
  const replacement = instead[character] ?? foldingTable.get(character) ?? foldingTable.get(character.toLowerCase());
  if (replacement !== undefined) return replacement;
  if (invisible.test(character)) return '';
  if (character.length > 1 && pictographs.test(character)) return emoji.test(character) ? character : ' ';
  const composed = character.normalize('NFKC').toLowerCase();
  if (digit.test(composed)) return digitOf(composed);
  if (!foldedScripts.test(composed)) return composed;
  let folded = '';
  for (const part of composed.normalize('NFKD').replace(marks, '')) folded += foldingTable.get(part) ?? part;
  // A fraction in one character doesn't continue the number before it: 5½ is five and a half.
  return composed.includes('⁄') ? ` ${folded}` : folded;
}

export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  const hasSeparate = separateAccent.test(text);
  const composed = hasSeparate
    ? text.replace(separateAccents, (letter) => letter.normalize(halfWidthMark.test(letter) ? 'NFKC' : 'NFC'))
    : text;
  let folded = '';
  for (let at = 0; at < composed.length; at++) {
    const unit = composed.charCodeAt(at);
    if (unit >= 0xd800 && unit < 0xe000) {
      const character = String.fromCodePoint(composed.codePointAt(at) ?? unit);
      folded += foldCharacter(character);
      at += character.length - 1;
    } else {
      folded += foldedUnits[unit] ??= foldCharacter(String.fromCharCode(unit));
    }
  }
  return inOneScript(folded);
}

const mark = /[\p{M}\uff9e\uff9f]/u;

export function foldInPlace(text: string): string | null {
  if (ascii.test(text)) return text.toLowerCase();
  if (mark.test(text)) return null;
  let folded = '';
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit < 0xe000) return null;
    const one = (foldedUnits[unit] ??= foldCharacter(String.fromCharCode(unit)));
    if (one.length !== 1) return null;
    folded += one;
  }
  return inOneScript(folded);
}

const clusters = /[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gu;

export function foldWithPlaces(source: PlacedText): PlacedText {
  const folded = new PlacedTextBuilder(source);
  for (const { 0: cluster, index } of source.text.matchAll(clusters)) folded.put(fold(cluster), index, index + cluster.length);
  const { text, ...places } = folded.finish();
  return { text: inOneScript(text), ...places };
}
