import { isUtf8 } from 'node:buffer';
import type { FeedWarning } from '#contract/texts/import-texts.ts';
import { encodingName, isSingleByte, legacyEncodingOf } from './encoding-names.ts';
import { FeedError } from '#feeds/feed-error.ts';
import type { FeedSettings } from '#feeds/feed-settings.ts';
import { completeUtf8Length } from './utf8.ts';

export interface DetectedEncoding {
  /** As TextDecoder names it. */
  readonly name: string;
  /** Bytes of the byte order mark. */
  readonly skipBytes: number;
  readonly warnings: readonly FeedWarning[];
}

type Hints = Pick<FeedSettings, 'encoding' | 'contentType' | 'language'>;

/**
 * Finds out the encoding from, in this order: byte order mark, the pattern of UTF-16, the owner's setting, the XML
 * declaration, the HTTP header, UTF-8. What the bytes themselves contradict is corrected with a warning.
 * @throws FeedError `unknownEncoding` when nothing that was said can be decoded.
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
  const { name, warnings } = checked(head, first?.name ?? 'utf-8', said[0]?.label ?? null, hints.language);
  if (!unknown || (first && said.indexOf(first) < said.indexOf(unknown))) return { name, skipBytes: 0, warnings };
  if (!first && name !== 'utf-8') throw unknownEncoding(unknown.label);
  return { name, skipBytes: 0, warnings: [...warnings, ignoredLabel(unknown.label, name)] };
}

/** The bytes have the last word: they are or are not UTF-8. */
function checked(
  head: Uint8Array,
  name: string,
  label: string | null,
  language: string | null,
): { name: string; warnings: FeedWarning[] } {
  const sample = head.subarray(0, completeUtf8Length(head));
  const isSampleUtf8 = isUtf8(sample);
  const hasAccents = sample.some((byte) => byte >= 0x80);
  if (name === 'utf-8' && !isSampleUtf8) {
    const legacy = legacyEncodingOf(language);
    return { name: legacy, warnings: [label === null ? unsaid(legacy) : mismatch(label, legacy)] };
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

/** Feeds begin with ASCII (`<?xml`, `[{`, a header), which shows the width of a character. */
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
