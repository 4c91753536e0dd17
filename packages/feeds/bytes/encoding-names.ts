/**
 * The name that TextDecoder knows for what feeds and owners write: `windows_1250`, `cp1250`, `CP-1250`, `latin2`, `utf8`.
 * @returns null for an encoding that can't be decoded.
 */
export function encodingName(label: string): string | null {
  const plain = label.trim().toLowerCase();
  for (const candidate of [plain, ...respelt(plain)]) {
    const name = knownName(candidate);
    if (name) return name;
  }
  return null;
}

/** Labels whose every byte is one character, so that valid UTF-8 with accents in them can hardly be a coincidence. */
export function isSingleByte(name: string): boolean {
  return /^(windows-12|windows-874|iso-8859-|ibm866|koi8|macintosh|x-mac)/.test(name);
}

/** The encoding that shops of this language used before UTF-8. */
export function legacyEncodingOf(language: string | null): string {
  const code = (language ?? '').slice(0, 2).toLowerCase();
  return legacyEncodings[code] ?? 'windows-1252';
}

const legacyEncodings: Readonly<Record<string, string>> = Object.fromEntries([
  ...['cs', 'sk', 'pl', 'hu', 'sl', 'hr', 'ro', 'sq'].map((code) => [code, 'windows-1250']),
  ...['bg', 'ru', 'uk', 'sr', 'mk', 'be'].map((code) => [code, 'windows-1251']),
  ['el', 'windows-1253'],
  ['tr', 'windows-1254'],
  ['he', 'windows-1255'],
  ['ar', 'windows-1256'],
  ...['lt', 'lv', 'et'].map((code) => [code, 'windows-1257']),
  ['vi', 'windows-1258'],
  ['ja', 'shift_jis'],
  ['ko', 'euc-kr'],
  ['zh', 'gb18030'],
  ['th', 'windows-874'],
]);

function respelt(label: string): string[] {
  const squeezed = label.replace(/[\s_-]+/g, '');
  const windows = /^(?:cp|win|windows|ms|x?cp|xansi)(125\d|874)$/.exec(squeezed)?.[1];
  const iso = /^(?:iso)?8859(\d{1,2})$/.exec(squeezed)?.[1];
  const utf = /^utf(8|16|16le|16be)$/.exec(squeezed)?.[1];
  return [windows && `windows-${windows}`, iso && `iso-8859-${iso}`, utf && `utf-${utf}`, label.replaceAll('_', '-')].filter(
    (each): each is string => Boolean(each),
  );
}

function knownName(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}
