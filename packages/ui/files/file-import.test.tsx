import { expect, test } from 'vitest';
import { textOfFile } from './choose-file.tsx';

const text = 'dotaz;nahrazení\nžluťoučký;kůň\n';
/** Of UTF-16, each letter as two bytes. */
const wide = (isLittle: boolean, mark = '\uFEFF') =>
  Array.from(mark + text, (letter) => letter.charCodeAt(0)).flatMap((code) => {
    const bytes = [code % 256, Math.floor(code / 256)];
    return isLittle ? bytes : bytes.toReversed();
  });
const encoded = (letters: string) => [...new TextEncoder().encode(letters)];
const oldCodes: Readonly<Record<string, number>> = { ž: 0x9e, ť: 0x9d, č: 0xe8, ů: 0xf9, ň: 0xf2, ý: 0xfd, í: 0xed };
/** As an old spreadsheet writes it. */
const windows1250 = Array.from(text, (letter) => oldCodes[letter] ?? letter.charCodeAt(0));

test.each([
  ['UTF-8', encoded(text)],
  ['UTF-8 with a mark', encoded(`\uFEFF${text}`)],
  ['UTF-16', wide(true)],
  ['UTF-16, the other way round', wide(false)],
  ['UTF-16 without a mark', wide(true, '')],
  ['Windows-1250', windows1250],
])('%s is read', async (_name, bytes) => {
  expect(await textOfFile(new Blob([new Uint8Array(bytes)]), 'cs')).toBe(text);
});

test('bytes of no text stay recognisable as such', async () => {
  const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]);
  expect(await textOfFile(new Blob([picture]), 'en')).toContain('\0');
  expect(await textOfFile(new Blob([]), undefined)).toBe('');
});
