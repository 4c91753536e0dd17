/** What a character is to the scanner of tokens. Words are made of letters and digits, so those come last. */
export const separator = 1;
/** A separator that may stand inside a token or between the parts of one name. */
export const sign = 2;
/** Written without spaces, so that every character is a token. */
export const ideograph = 3;
export const letter = 4;
export const digit = 5;

/** By UTF-16 unit; 0 where it hasn't been met, and for ever where it is half a character: what that is depends on the other half. */
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

function classOfNew(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit >= 0xd800 && unit < 0xe000) return classOfHalf(text, at);
  return (classes[unit] = classOfCharacter(String.fromCharCode(unit)));
}

export function classAt(text: string, at: number): number {
  return classes[text.charCodeAt(at)]! || classOfNew(text, at);
}

/** Whether a token may begin or go on at a place, which may lie beyond the end. */
export function isWordAt(text: string, at: number): boolean {
  return at < text.length && classAt(text, at) > sign;
}
