/** Old encodings by language, for files of programs that know no other. */
const legacyEncodings: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['cs', 'sk', 'pl', 'hu', 'sl', 'hr', 'ro'].map((language) => [language, 'windows-1250'])),
  ...Object.fromEntries(['bg', 'ru', 'uk', 'sr'].map((language) => [language, 'windows-1251'])),
};
const looked = 1000;

/** The text of a file that a spreadsheet or an editor wrote: UTF-8, UTF-16, or the old encoding of the language. */
export async function textOfFile(file: Blob, language: string | undefined): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const wide = wideEncodingOf(bytes);
  if (wide !== null) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(legacyEncodings[language ?? ''] ?? 'windows-1252').decode(bytes);
  }
}

/** Said by a mark, or seen by every other byte being empty. */
function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, looked);
  const [even, odd] = [0, 1].map((side) => head.filter((byte, at) => byte === 0 && at % 2 === side).length);
  const isWide = (some = 0, none = 0) => none === 0 && some > head.length / 4;
  if (isWide(odd, even)) return 'utf-16le';
  return isWide(even, odd) ? 'utf-16be' : null;
}
