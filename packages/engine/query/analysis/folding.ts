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

/** Sources: Lucene's ASCIIFoldingFilter, and Unicode names of Latin and Cyrillic letters. The Cyrillic short i is a letter of its own. */
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
const foldedScripts = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u;
const invisible = /^\p{Default_Ignorable_Code_Point}$/u;
const pictographs = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]$/u;
/** A word of its own; skin tones and flags are none. */
const emoji = /^(?![\p{Emoji_Modifier}\p{Regional_Indicator}])\p{Emoji_Presentation}$/u;
const marks = /\p{M}+/gu;
const ascii = /^[\x00-\x7f]*$/;
const separateAccent = /[\u0300-\u036f\u3099\u309a]/;
const separateAccents = /[^][\u0300-\u036f\u3099\u309a]+/gu;

const foldedUnits: (string | undefined)[] = [];

function foldCharacter(character: string): string {
  const replacement = instead[character] ?? foldingTable.get(character) ?? foldingTable.get(character.toLowerCase());
  if (replacement !== undefined) return replacement;
  if (invisible.test(character)) return '';
  if (character.length > 1 && pictographs.test(character)) return emoji.test(character) ? character : ' ';
  const composed = character.normalize('NFKC').toLowerCase();
  if (!foldedScripts.test(composed)) return composed;
  let folded = '';
  for (const part of composed.normalize('NFKD').replace(marks, '')) folded += foldingTable.get(part) ?? part;
  // A fraction in one character doesn't continue the number before it: 5½ is five and a half.
  return composed.includes('⁄') ? ` ${folded}` : folded;
}

export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  const hasSeparate = separateAccent.test(text);
  const composed = hasSeparate ? text.replace(separateAccents, (letter) => letter.normalize('NFC')) : text;
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
  return folded;
}

const mark = /\p{M}/u;

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
  return folded;
}

const clusters = /\P{M}\p{M}*|\p{M}+/gu;

export function foldWithPlaces(source: PlacedText): PlacedText {
  const folded = new PlacedTextBuilder(source);
  for (const { 0: cluster, index } of source.text.matchAll(clusters)) folded.put(fold(cluster), index, index + cluster.length);
  return folded.finish();
}
