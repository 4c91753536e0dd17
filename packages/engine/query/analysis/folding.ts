import { type PlacedText, PlacedTextBuilder } from './placed-text.ts';
import letters from './folding-table.json' with { type: 'json' };

/**
 * What people type for letters and signs that Unicode doesn't decompose: the text to type, then the small letters it stands for.
 * Sources: the table of Lucene's ASCIIFoldingFilter; the Unicode names of Latin and Cyrillic letters (`x with stroke` is x); the forms
 * of the apostrophe. The sign of multiplication is an x, as sizes are typed. The Cyrillic short i stands for itself: it is a letter of
 * its own, not an i with an accent.
 */
const lettersByText: Readonly<Record<string, string>> = letters;

/** By letter: what to type for it. */
const foldingTable: ReadonlyMap<string, string> = new Map(
  Object.entries(lettersByText).flatMap(([text, letters]) => Array.from(letters, (letter) => [letter, text] as const)),
);

/**
 * Signs that end a word although their compatibility form is made of letters (`Core™`, the keycap around a digit), and letters whose
 * form holds a sign.
 */
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
/** Soft hyphens, zero-width characters, marks of direction, variation selectors: what no reader sees stands inside words unnoticed. */
const invisible = /^\p{Default_Ignorable_Code_Point}$/u;
const pictographs = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]$/u;
const marks = /\p{M}+/gu;
const ascii = /^[\x00-\x7f]*$/;
/** Accents that stand as characters of their own after their letter, as some systems write all texts. */
const separateAccent = /[\u0300-\u036f\u3099\u309a]/;
const separateAccents = /[^][\u0300-\u036f\u3099\u309a]+/gu;

/** Folded form of every UTF-16 unit that was met, so that folding a text is a table look-up per character. */
const foldedUnits: (string | undefined)[] = [];

function foldCharacter(character: string): string {
  const replacement = instead[character] ?? foldingTable.get(character) ?? foldingTable.get(character.toLowerCase());
  if (replacement !== undefined) return replacement;
  if (invisible.test(character)) return '';
  if (character.length > 1 && pictographs.test(character)) return ' ';
  const composed = character.normalize('NFKC').toLowerCase();
  if (!foldedScripts.test(composed)) return composed;
  let folded = '';
  for (const part of composed.normalize('NFKD').replace(marks, '')) folded += foldingTable.get(part) ?? part;
  // A fraction in one character doesn't continue the number before it: 5½ is five and a half.
  return composed.includes('⁄') ? ` ${folded}` : folded;
}

/** Compatibility forms, case and the diacritics of Latin, Greek and Cyrillic letters made equal (`Žluťoučký` is `zlutoucky`). */
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

/** `fold` of a text whose UTF-16 units become one each, so that all of them stand where they stood; null for other texts. */
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

/** A letter with the accents that follow it. */
const clusters = /\P{M}\p{M}*|\p{M}+/gu;

/** `fold`, with where each character came from. Slower, for showing how a text was understood. */
export function foldWithPlaces(source: PlacedText): PlacedText {
  const folded = new PlacedTextBuilder(source);
  for (const { 0: cluster, index } of source.text.matchAll(clusters)) folded.put(fold(cluster), index, index + cluster.length);
  return folded.finish();
}
