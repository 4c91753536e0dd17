/** Letters that Unicode doesn't decompose, with what people type for them. Lower case only: folding lowers first. */
const undecomposed: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ĸ: 'q',
  ŋ: 'n',
  ŧ: 't',
  ƀ: 'b',
  ɓ: 'b',
  ƈ: 'c',
  ɗ: 'd',
  ƒ: 'f',
  ɠ: 'g',
  ɨ: 'i',
  ƙ: 'k',
  ƚ: 'l',
  ɲ: 'n',
  ƞ: 'n',
  ɵ: 'o',
  ƥ: 'p',
  ƭ: 't',
  ʉ: 'u',
  ʋ: 'v',
  ƴ: 'y',
  ƶ: 'z',
  ǥ: 'g',
  ə: 'a',
  ɛ: 'e',
  ς: 'σ',
  '’': "'",
  ʼ: "'",
  '‘': "'",
  '`': "'",
  '´': "'",
  '‐': '-',
  '⁄': '/',
};
/** Signs whose compatibility form would glue letters to the word before (`Core™`), and letters whose form holds a sign. */
const instead: Readonly<Record<string, string>> = { '™': ' ', '℠': ' ', ŀ: 'l', Ŀ: 'l', ŉ: 'n', ẚ: 'a', ẜ: 's', ẝ: 's' };
const foldedScripts = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u;
const marks = /\p{M}+/gu;
const ascii = /^[\x00-\x7f]*$/;

/** Folded form of every UTF-16 unit that was met, so that folding a text is a table look-up per character. */
const foldedUnits: (string | undefined)[] = [];

function foldCharacter(character: string): string {
  const replacement = instead[character];
  if (replacement !== undefined) return replacement;
  const composed = character.normalize('NFKC').toLowerCase();
  if (!foldedScripts.test(composed)) return composed;
  let folded = '';
  for (const part of composed.normalize('NFKD').replace(marks, '')) folded += undecomposed[part] ?? part;
  return folded;
}

/** Compatibility forms, case and the diacritics of Latin, Greek and Cyrillic letters made equal (`Žluťoučký` is `zlutoucky`). */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  let folded = '';
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit < 0xe000) {
      const character = String.fromCodePoint(text.codePointAt(at) ?? unit);
      folded += foldCharacter(character);
      at += character.length - 1;
    } else {
      folded += foldedUnits[unit] ??= foldCharacter(String.fromCharCode(unit));
    }
  }
  return folded;
}
