import { isUtf8 } from 'node:buffer';
import type { FeedWarning } from '#feeds/feed-texts.ts';
import type { Bytes } from './byte-stream.ts';
import { type DetectedEncoding, completeUtf8Length, legacyEncodingOf } from './encoding.ts';

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
  const legacy = legacyEncodingOf(language);
  const legacyDecoder = new TextDecoder(legacy);
  let carried: Uint8Array = new Uint8Array(0);
  let wasWarned = false;

  const decodeLine = (line: Uint8Array): string => (isUtf8(line) ? utf8Text(line) : legacyDecoder.decode(line));
  const decodeMixed = (piece: Uint8Array): string => {
    if (!wasWarned) onWarning({ code: 'invalidBytes', details: { encoding: legacy } });
    wasWarned = true;
    let text = '';
    for (let start = 0; start < piece.length;) {
      const end = piece.indexOf(newline, start);
      const next = end === -1 ? piece.length : end + 1;
      text += decodeLine(piece.subarray(start, next));
      start = next;
    }
    return text;
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

function utf8Text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
