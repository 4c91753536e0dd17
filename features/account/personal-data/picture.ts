import { crc32 } from 'node:zlib';

/** Larger ones would take a browser's memory without being seen. */
const mostPixels = 4096;

export interface Picture {
  readonly type: 'image/png' | 'image/jpeg';
  readonly bytes: Buffer;
}

/**
 * A PNG or JPEG with nothing but its picture: what tells where and by whom it was taken, animations, and whatever stands behind its end are
 * left out. Null when the bytes are neither, whatever they are called. JPEG: ITU-T T.81, annex B; PNG: ISO/IEC 15948, section 5.
 */
export function pictureOf(bytes: Buffer): Picture | null {
  const png = pngOf(bytes);
  if (png) return { type: 'image/png', bytes: png };
  const jpeg = jpegOf(bytes);
  return jpeg && { type: 'image/jpeg', bytes: jpeg };
}

const isSize = (width: number, height: number): boolean => width > 0 && height > 0 && Math.max(width, height) <= mostPixels;

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');
const keptChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'IDAT', 'IEND']);
const chunkFrame = 12;

function pngOf(bytes: Buffer): Buffer | null {
  if (!bytes.subarray(0, pngSignature.length).equals(pngSignature)) return null;
  const kept: Buffer[] = [pngSignature];
  let hasData = false;
  for (let at = pngSignature.length; at + chunkFrame <= bytes.length;) {
    const end = at + chunkFrame + bytes.readUInt32BE(at);
    if (end > bytes.length) return null;
    const kind = bytes.toString('latin1', at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null;
    const isFirst = at === pngSignature.length;
    if (isFirst !== (kind === 'IHDR')) return null;
    if (isFirst && (end - at !== chunkFrame + 13 || !isSize(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12))))
      return null;
    if (keptChunks.has(kind)) kept.push(bytes.subarray(at, end));
    hasData ||= kind === 'IDAT';
    if (kind === 'IEND') return hasData ? Buffer.concat(kept) : null;
    at = end;
  }
  return null;
}

const jpegStart = Buffer.from([0xff, 0xd8]);
const endMarker = 0xd9;
const scanMarker = 0xda;
/** Says how colours are to be read, which the picture is wrong without. */
const adobeMarker = 0xee;
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isLeftOut = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xef && marker !== adobeMarker) || marker === 0xfe;

function jpegOf(bytes: Buffer): Buffer | null {
  if (!bytes.subarray(0, 2).equals(jpegStart)) return null;
  const kept: Buffer[] = [jpegStart];
  let hasFrame = false;
  let hasScan = false;
  for (let at = 2; at + 2 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    if (marker === endMarker) return hasScan ? Buffer.concat([...kept, bytes.subarray(at, at + 2)]) : null;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (at + 4 > bytes.length) return null;
    let end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length || end < at + 4) return null;
    if (isFrame(marker)) {
      if (end < at + 9 || !isSize(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))) return null;
      hasFrame = true;
    }
    if (marker === scanMarker) {
      if (!hasFrame) return null;
      hasScan = true;
      end = scanEnd(bytes, end);
    }
    if (!isLeftOut(marker)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return null;
}

/** Where the next segment begins: the data of a scan holds no markers but restarts, and 0xFF is followed by 0 in it. */
function scanEnd(bytes: Buffer, from: number): number {
  for (let at = from; ; at += 1) {
    at = bytes.indexOf(0xff, at);
    if (at === -1 || at + 1 >= bytes.length) return bytes.length;
    const next = bytes[at + 1]!;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
}
