/** How letters with diacritics come out where a keyboard or a file has none: signs of their own, two letters, or letters of another encoding. */
const signs = /[\u00b4\u00a8\u02c7\u02d8\u02da`^~]/g;
const writtenOut = [
  ['ae', 'a'],
  ['oe', 'o'],
  ['ue', 'u'],
] as const;
/** Windows-1250 that was read as Windows-1252. */
const misread: Readonly<Record<string, string>> = {
  è: 'č', ø: 'ř', ì: 'ě', ù: 'ů', ï: 'ď', ò: 'ň', '¾': 'ž', '¹': 'š',
}; // prettier-ignore

/** Other ways to write a word whose diacritics were lost on the way, without them or with them; none where it shows no sign of that. */
export function withLostDiacritics(word: string): string[] {
  const read = Array.from(word, (letter) => (Object.hasOwn(misread, letter) ? misread[letter]! : letter)).join('');
  const plain = writtenOut.reduce((text, [letters, letter]) => text.replaceAll(letters, letter), word);
  return [...new Set([word.replace(signs, ''), read, plain])].filter((other) => other !== word && other !== '');
}
