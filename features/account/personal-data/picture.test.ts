import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { pictureOf, pictureSidePx } from './picture.ts';

const red = { r: 255, g: 0, b: 0 };
const blue = { r: 0, g: 0, b: 255 };
/** Red above blue. */
const drawn = () =>
  sharp({ create: { width: 400, height: 400, channels: 3, background: blue } }).composite([
    { input: { create: { width: 400, height: 200, channels: 3, background: red } }, top: 0, left: 0 },
  ]);
let png: Buffer;
let jpeg: Buffer;
let told: Buffer;
beforeAll(async () => {
  png = await drawn().png().toBuffer();
  jpeg = await drawn().jpeg().toBuffer();
  // As a phone writes it that is held upright: lying, with where it was taken.
  const lying = await sharp(png).rotate(270).png().toBuffer();
  const exif = { IFD0: { Copyright: 'Eva Nova' }, IFD3: { GPSLatitude: '50/1 5/1 0/1', GPSLatitudeRef: 'N' } };
  told = await sharp(lying).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
});

/** What a picture is; nothing but PNG and JPEG can be read otherwise. */
async function reading<Read>(picture: Buffer, read: (image: Sharp) => Promise<Read>): Promise<Read> {
  const webp = { operation: ['VipsForeignLoadWebpBuffer'] };
  sharp.unblock(webp);
  try {
    return await read(sharp(picture));
  } finally {
    sharp.block(webp);
  }
}
const metadataOf = (picture: Buffer) => reading(picture, (image) => image.metadata());
/** The colour in the middle of the upper or the lower half. */
async function colourAt(picture: Buffer, half: 'upper' | 'lower'): Promise<'red' | 'blue'> {
  const { data, info } = await reading(picture, (image) => image.removeAlpha().raw().toBuffer({ resolveWithObject: true }));
  const row = Math.round(info.height * (half === 'upper' ? 0.25 : 0.75));
  const at = (row * info.width + info.width / 2) * info.channels;
  return data[at]! > data[at + 2]! ? 'red' : 'blue';
}

test.each([
  ['a PNG', () => png],
  ['a JPEG', () => jpeg],
  ['a JPEG that lies on its side and says so', () => told],
])('%s becomes a small, upright square', async (_what, bytes) => {
  const picture = (await pictureOf(bytes()))!;
  expect(await metadataOf(picture)).toMatchObject({ format: 'webp', width: pictureSidePx, height: pictureSidePx });
  expect([await colourAt(picture, 'upper'), await colourAt(picture, 'lower')]).toEqual(['red', 'blue']);
  expect(picture.length).toBeLessThan(20_000);
});

test('nothing is left of who took it where, or of what stands behind its end', async () => {
  expect((await sharp(told).metadata()).exif).toBeDefined();
  const picture = (await pictureOf(Buffer.concat([told, Buffer.from('<?php echo 1; ?><script>alert(1)</script>')])))!;
  const { exif, icc, xmp, orientation } = await metadataOf(picture);
  expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
  expect(picture.toString('latin1')).not.toMatch(/Eva Nova|GPS|php|script/);
});

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
/** A PNG that says how large it is, and holds a row. */
function pngOfSize(side: number): Buffer {
  const header = Buffer.from('00000000000000000800000000', 'hex');
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  const pixels = chunk('IDAT', deflateSync(Buffer.alloc(70_000)));
  return Buffer.concat([png.subarray(0, 8), chunk('IHDR', header), pixels, chunk('IEND', Buffer.alloc(0))]);
}

describe('no picture is', () => {
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['nothing', () => Buffer.alloc(0)],
    ['a GIF', () => drawn().gif().toBuffer()],
    ['a WebP', () => drawn().webp().toBuffer()],
    ['a TIFF', () => drawn().tiff().toBuffer()],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"/>')],
    ['SVG that begins as XML', () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
    ['a page that begins as a PNG', () => Buffer.concat([png.subarray(0, 8), Buffer.from('<script>alert(1)</script>')])],
    ['a page that begins as a JPEG', () => Buffer.concat([jpeg.subarray(0, 4), Buffer.from('<script>alert(1)</script>')])],
    ['a PNG that is cut off', () => png.subarray(0, png.length / 2)],
    ['a JPEG that is cut off', () => jpeg.subarray(0, jpeg.length / 2)],
    ['a PNG of four billion pixels', () => pngOfSize(65_000)],
    ['a PNG wider than formats allow', () => pngOfSize(2 ** 31)],
  ])('%s', async (_what, bytes) => expect(await pictureOf(await bytes())).toBeNull());
});

test('a large picture takes little time and memory', async () => {
  const side = 7_000;
  const large = await sharp({ create: { width: side, height: side, channels: 3, background: red } })
    .png()
    .toBuffer();
  const before = process.memoryUsage().rss;
  expect(await pictureOf(large)).not.toBeNull();
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
});

test('whatever bytes change, the answer is a picture or none', async () => {
  for (const whole of [png, jpeg])
    for (let at = 0; at < whole.length; at += 37) {
      const picture = await pictureOf(Buffer.from(whole).fill(0x5a, at, at + 1));
      expect(picture === null || picture.subarray(8, 12).toString() === 'WEBP').toBe(true);
    }
});
