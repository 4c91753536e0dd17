import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pictureOf } from './picture.ts';

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
const signature = Buffer.from('89504e470d0a1a0a', 'hex');
function header(width: number): Buffer {
  const data = Buffer.from('000000010000000108000000 00'.replace(' ', ''), 'hex');
  data.writeUInt32BE(width);
  return chunk('IHDR', data);
}
const pixels = chunk('IDAT', deflateSync(Buffer.from([0, 128])));
const end = chunk('IEND', Buffer.alloc(0));
const png = (...between: Buffer[]): Buffer => Buffer.concat([signature, header(1), ...between, pixels, end]);

const segment = (marker: number, data: string): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length / 2 + 2, 2);
  return Buffer.concat([head, Buffer.from(data, 'hex')]);
};
const [soi, eoi] = [Buffer.from('ffd8', 'hex'), Buffer.from('ffd9', 'hex')];
const frame = segment(0xc0, '0800010001010111 00'.replace(' ', ''));
const scan = Buffer.concat([segment(0xda, '0101003f00'), Buffer.from('12ff00ffd034', 'hex')]);
const jpeg = (...between: Buffer[]): Buffer => Buffer.concat([soi, ...between, frame, scan, scan, eoi]);
const place = Buffer.from('GPS 50.08 14.42').toString('hex');

test('a PNG keeps its picture, and loses what is told beside it and behind its end', () => {
  const told = png(
    chunk('tEXt', Buffer.from('Author\0Eva')),
    chunk('eXIf', Buffer.from(place, 'hex')),
    chunk('acTL', Buffer.alloc(8)),
  );
  expect(pictureOf(Buffer.concat([told, Buffer.from('<script>')]))).toEqual({ type: 'image/png', bytes: png() });
});

test('a JPEG keeps its picture and how its colours are read, and loses the rest', () => {
  const adobe = segment(0xee, Buffer.from('Adobe').toString('hex'));
  const told = jpeg(segment(0xe1, place), adobe, segment(0xe2, place), segment(0xfe, place));
  expect(pictureOf(Buffer.concat([told, Buffer.from('<?php')]))).toEqual({ type: 'image/jpeg', bytes: jpeg(adobe) });
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a GIF', Buffer.from('GIF89a')],
  ['SVG', Buffer.from('<svg onload="alert(1)"/>')],
  ['a page that begins as a PNG', Buffer.concat([signature, Buffer.from('<script>alert(1)</script>')])],
  ['a PNG whose sum is wrong', Buffer.from(png()).fill(9, 20, 21)],
  ['a PNG that is cut off', png().subarray(0, -4)],
  ['a PNG without data', Buffer.concat([signature, header(1), end])],
  ['a PNG of a billion pixels', Buffer.concat([signature, header(1_000_000), pixels, end])],
  ['a JPEG that is cut off', jpeg().subarray(0, -2)],
  ['a JPEG whose segment is longer than it', Buffer.concat([soi, Buffer.from('ffe1ffff00', 'hex')])],
  ['a JPEG without a frame', Buffer.concat([soi, scan, eoi])],
  ['a JPEG with a page in it', Buffer.concat([soi, Buffer.from('<script>')])],
])('%s is no picture', (_what, bytes) => expect(pictureOf(bytes)).toBeNull());

test('whatever bytes change, the answer is a picture or none', () => {
  for (const whole of [png(), jpeg()])
    for (let at = 0; at < whole.length; at += 1)
      for (const value of [0, 0x7f, 0xff]) {
        const picture = pictureOf(Buffer.from(whole).fill(value, at, at + 1));
        expect(picture === null || picture.bytes.length <= whole.length).toBe(true);
      }
});
