import { isUtf8 } from 'node:buffer';
import type { FeedWarning } from '#feeds/feed-texts.ts';
import { FeedError } from '#feeds/feed-error.ts';
import type { FeedSettings } from '#feeds/feed-settings.ts';
import type { Bytes } from './byte-stream.ts';
import { encodingByLetters } from './letters.ts';

export interface DetectedEncoding {
  readonly name: string;
  readonly skipBytes: number;
  readonly warnings: readonly FeedWarning[];
}

type Hints = Pick<FeedSettings, 'encoding' | 'contentType' | 'language'>;

/**
 * In this order: byte order mark, pattern of UTF-16, the owner's setting, XML declaration, HTTP header, UTF-8. What the bytes
 * contradict is corrected with a warning.
 * @throws FeedError `unknownEncoding`
 */
export function detectEncoding(head: Uint8Array, hints: Hints): DetectedEncoding {
  const byMark = byteOrderMark(head);
  if (byMark) return { ...byMark, warnings: [] };
  const wide = wideEncoding(head);
  if (wide) return { name: wide, skipBytes: 0, warnings: [] };
  const hinted = [hints.encoding, xmlDeclaration(head), httpCharset(hints.contentType)];
  const labels = hinted.filter((label): label is string => Boolean(label));
  const said = labels.map((label) => ({ label, name: encodingName(label) }));
  const first = said.find(({ name }) => name !== null && !name.startsWith('utf-16'));
  const unknown = said.find(({ name }) => name === null);
  const { name, warnings } = checked(
    head,
    first?.name ?? 'utf-8',
    said[0]?.label ?? null,
    hints.language,
    Boolean(hints.encoding),
  );
  if (!unknown || (first && said.indexOf(first) < said.indexOf(unknown))) return { name, skipBytes: 0, warnings };
  if (!first && name !== 'utf-8') throw unknownEncoding(unknown.label);
  return { name, skipBytes: 0, warnings: [...warnings, ignoredLabel(unknown.label, name)] };
}

function checked(
  head: Uint8Array,
  name: string,
  label: string | null,
  language: string | null,
  isOwn: boolean,
): { name: string; warnings: FeedWarning[] } {
  const sample = head.subarray(0, completeUtf8Length(head));
  const isSampleUtf8 = isUtf8(sample);
  const hasAccents = sample.some((byte) => byte >= 0x80);
  if (name === 'utf-8' && !isSampleUtf8) {
    // Texts of two systems: lines are decoded one by one.
    if (linesOf(sample).some((line) => isUtf8(line) && line.some((byte) => byte >= 0x80))) return { name, warnings: [] };
    const legacy = legacyEncodingOf(sample, language);
    return { name: legacy, warnings: [label === null ? unsaid(legacy) : mismatch(label, legacy)] };
  }
  if (name === 'windows-1252' && !isOwn && hasAccents && !isSampleUtf8) {
    const found = encodingByLetters(sample, name, true) ?? name;
    if (found !== name) return { name: found, warnings: [mismatch(label ?? name, found)] };
  }
  if (isSingleByte(name) && hasAccents && isSampleUtf8) return { name: 'utf-8', warnings: [mismatch(label ?? name, 'utf-8')] };
  return { name, warnings: [] };
}

function byteOrderMark(head: Uint8Array): { name: string; skipBytes: number } | null {
  const [a, b, c, d] = head;
  if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff))
    throw unknownEncoding('utf-32');
  if (a === 0xef && b === 0xbb && c === 0xbf) return { name: 'utf-8', skipBytes: 3 };
  if (a === 0xff && b === 0xfe) return { name: 'utf-16le', skipBytes: 2 };
  if (a === 0xfe && b === 0xff) return { name: 'utf-16be', skipBytes: 2 };
  return null;
}

/** Feeds begin with ASCII, whose zero bytes show the width of a character. */
function wideEncoding(head: Uint8Array): string | null {
  const zeros = [0, 1, 2, 3].map((index) => head.length >= 4 && head[index] === 0);
  const pattern = zeros.map((isZero) => (isZero ? '0' : 'x')).join('');
  if (pattern === '000x' || pattern === 'x000') throw unknownEncoding('utf-32');
  if (pattern === '0x0x') return 'utf-16be';
  if (pattern === 'x0x0') return 'utf-16le';
  return null;
}

function xmlDeclaration(head: Uint8Array): string | null {
  const start = Buffer.from(head.subarray(0, 256)).toString('latin1');
  return /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]*)["']/i.exec(start)?.[1] ?? null;
}

function httpCharset(contentType: string | null): string | null {
  return /;\s*charset\s*=\s*["']?([^"';\s]+)/i.exec(contentType ?? '')?.[1] ?? null;
}

const mismatch = (said: string, encoding: string): FeedWarning => ({ code: 'encodingMismatch', details: { said, encoding } });

const unsaid = (encoding: string): FeedWarning => ({ code: 'unsaidEncoding', details: { encoding } });

const ignoredLabel = (said: string, encoding: string): FeedWarning => ({ code: 'unknownEncoding', details: { said, encoding } });

const unknownEncoding = (encoding: string): FeedError => new FeedError('unknownEncoding', { encoding });

function completeUtf8Length(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const width = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return width > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** The name of TextDecoder for `windows_1250`, `cp1250`, `latin2` …; null for unknown encodings. */
export function encodingName(label: string): string | null {
  const plain = label.trim().toLowerCase();
  for (const candidate of [plain, ...respelt(plain)]) {
    const name = knownName(candidate);
    if (name) return name;
  }
  return null;
}

/** In these, valid UTF-8 with accents is hardly a coincidence. */
function isSingleByte(name: string): boolean {
  return /^(windows-12|windows-874|iso-8859-|ibm866|koi8|macintosh|x-mac)/.test(name);
}

/** By the letters of the text, then by the project's language. */
function legacyEncodingOf(bytes: Uint8Array, language: string | null): string {
  const code = (language ?? '').slice(0, 2).toLowerCase();
  const usual = legacyEncodings[code] ?? 'windows-1252';
  return encodingByLetters(bytes, usual) ?? usual;
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

const pieceBytes = 64 * 1024;
const newline = 0x0a;

/**
 * Lines of a UTF-8 feed that aren't UTF-8 are decoded in the legacy encoding of its language: some shops join texts of two
 * systems.
 */
export async function* decode(
  bytes: Bytes,
  encoding: DetectedEncoding,
  language: string | null,
  onWarning: (warning: FeedWarning) => void,
): AsyncGenerator<string> {
  const decoder = encoding.name === 'utf-8' ? utf8Decoder(language, onWarning) : namedDecoder(encoding.name);
  let skip = encoding.skipBytes;
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length; start += pieceBytes) {
      const piece = chunk.subarray(start, start + pieceBytes);
      const text = decoder.decode(piece.subarray(Math.min(skip, piece.length)));
      skip -= Math.min(skip, piece.length);
      if (text !== '') yield text;
    }
  }
  const rest = decoder.end();
  if (rest !== '') yield rest;
}

interface StreamDecoder {
  decode(piece: Uint8Array): string;
  end(): string;
}

function namedDecoder(name: string): StreamDecoder {
  const decoder = new TextDecoder(name, { ignoreBOM: true });
  return { decode: (piece) => decoder.decode(piece, { stream: true }), end: () => decoder.decode() };
}

function utf8Decoder(language: string | null, onWarning: (warning: FeedWarning) => void): StreamDecoder {
  let legacyDecoder: InstanceType<typeof TextDecoder> | null = null;
  let carried: Uint8Array = new Uint8Array(0);

  const decoderFor = (piece: Uint8Array): InstanceType<typeof TextDecoder> => {
    const encoding = legacyEncodingOf(Buffer.concat(linesOf(piece).filter((line) => !isUtf8(line))), language);
    onWarning({ code: 'invalidBytes', details: { encoding } });
    return new TextDecoder(encoding);
  };
  const decodeMixed = (piece: Uint8Array): string => {
    const decoder = (legacyDecoder ??= decoderFor(piece));
    return linesOf(piece)
      .map((line) => (isUtf8(line) ? utf8Text(line) : decoder.decode(line)))
      .join('');
  };
  const decodePiece = (piece: Uint8Array): string => (isUtf8(piece) ? utf8Text(piece) : decodeMixed(piece));

  return {
    decode(piece) {
      const whole = carried.length === 0 ? piece : Buffer.concat([carried, piece]);
      const length = completeUtf8Length(whole);
      carried = whole.slice(length);
      return decodePiece(whole.subarray(0, length));
    },
    end: () => decodePiece(carried),
  };
}

function linesOf(piece: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < piece.length;) {
    const end = piece.indexOf(newline, start);
    const next = end === -1 ? piece.length : end + 1;
    lines.push(piece.subarray(start, next));
    start = next;
  }
  return lines;
}

function utf8Text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
