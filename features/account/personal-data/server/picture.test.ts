import { describe, expect, test } from 'vitest';
import { pictureSize } from './picture.ts';

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex');
function png(width: number, height: number): Buffer {
  const header = Buffer.from('0000000d49484452000000000000000008020000000000000000', 'hex');
  header.writeUInt32BE(width, 8);
  header.writeUInt32BE(height, 12);
  return Buffer.concat([pngStart, header]);
}
function jpeg(width: number, height: number, before = ''): Buffer {
  const frame = Buffer.from('ffc2001108000000000301220002110103110100', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from(`ffd8ffe000104a46494600010100000100010000${before}`, 'hex'), frame]);
}

test.each([
  ['a PNG', png(160, 90)],
  ['a PNG of hostile size', png(2 ** 31, 90), 2 ** 31],
  ['a JPEG', jpeg(160, 90)],
  ['a JPEG with a table before its frame', jpeg(160, 90, 'ffc40004aabb')],
])('reads the size of %s', (_what, bytes, width = 160) => expect(pictureSize(bytes)).toEqual({ width, height: 90 }));

describe('is null for', () => {
  test.each([
    ['no bytes', Buffer.alloc(0)],
    [
      'a GIF',
      Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0080\u0000\u0000\u0000\u0000\u0000\u00FF\u00FF\u00FF!\u00F9', 'latin1'),
    ],
    ['a WebP', Buffer.from('RIFF\u0024\u0000\u0000\u0000WEBPVP8 \u0018\u0000\u0000\u0000\u0030\u0001\u0000\u009D', 'latin1')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"/>')],
    ['a page that begins as a PNG', Buffer.concat([pngStart, Buffer.from('<script>alert(1)</script>')])],
    ['a page that begins as a JPEG', Buffer.concat([jpeg(1, 1).subarray(0, 4), Buffer.from('<script>alert(1)</script>')])],
    ['a PNG cut off in its header', png(160, 90).subarray(0, 20)],
    ['a JPEG cut off before its frame', jpeg(160, 90).subarray(0, 24)],
    ['a JPEG with an empty segment', Buffer.from(`ffd8${'ffe00000'.repeat(9)}`, 'hex')],
  ])('%s', (_what, bytes) => expect(pictureSize(bytes)).toBeNull());
});
