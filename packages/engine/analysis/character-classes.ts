/** What a character is to the scanner of tokens. Words are made of letters and digits, so those come last. */
export const separator = 1;
/** A separator that may stand inside a token or between the parts of one name. */
export const sign = 2;
/** Written without spaces, so that every character is a token. */
export const ideograph = 3;
export const letter = 4;
export const digit = 5;
/** Half of a character beyond the first 65,536: what it is depends on both halves. */
const half = 6;

const classes = new Uint8Array(65_536);
const isDigit = /^\p{Nd}$/u;
const isLetter = /^[\p{L}\p{N}\p{M}]$/u;
const isIdeograph = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
for (const character of "-_&'`.,+#/") classes[character.charCodeAt(0)] = sign;

function classOfCharacter(character: string): number {
  if (isDigit.test(character)) return digit;
  if (isIdeograph.test(character)) return ideograph;
  return isLetter.test(character) ? letter : separator;
}

function classOfHalf(text: string, at: number): number {
  const isSecond = at > 0 && text.charCodeAt(at) >= 0xdc00;
  const character = text.codePointAt(isSecond ? at - 1 : at) ?? 0;
  return character > 0xffff ? classOfCharacter(String.fromCodePoint(character)) : separator;
}

function classOfNew(unit: number): number {
  const isHalf = unit >= 0xd800 && unit < 0xe000;
  return (classes[unit] = isHalf ? half : classOfCharacter(String.fromCharCode(unit)));
}

/** The class of a place inside the text. */
export function classAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const known = classes[unit]! || classOfNew(unit);
  return known === half ? classOfHalf(text, at) : known;
}

/** Whether a token may begin or go on at a place, which may lie beyond the end. */
export function isWordAt(text: string, at: number): boolean {
  return at < text.length && classAt(text, at) > sign;
}
