import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { FeedWarning } from '#feeds/feed-texts.ts';
import { sharedData } from '#scripts/shared-data.ts';
import { bytesOf } from './byte-stream.ts';
import { decode, encodingName, detectEncoding } from './encoding.ts';
import { readText } from '#feeds/testing/read-text.ts';

const nothingSaid = { encoding: null, contentType: null, language: 'cs' };
const czech = 'Žluťoučký kůň – 5 €';
// The bytes of the same text in windows-1250.
const czech1250 = Buffer.from([
  0x8e, 0x6c, 0x75, 0x9d, 0x6f, 0x75, 0xe8, 0x6b, 0xfd, 0x20, 0x6b, 0xf9, 0xf2, 0x20, 0x96, 0x20, 0x35, 0x20, 0x80,
]);

const detect = (bytes: Uint8Array | string, said = {}) => detectEncoding(Buffer.from(bytes), { ...nothingSaid, ...said });

async function decodeIn(chunks: Uint8Array[], said = {}) {
  const warnings: FeedWarning[] = [];
  const head = Buffer.concat(chunks).subarray(0, 64);
  const language = 'cs';
  let text = '';
  for await (const piece of decode(bytesOf(...chunks), detectEncoding(head, { ...nothingSaid, ...said }), language, (warning) =>
    warnings.push(warning),
  ))
    text += piece;
  return { text, warnings };
}

test('labels are understood as feeds spell them', () => {
  const spellings = {
    windows_1250: 'windows-1250',
    cp1250: 'windows-1250',
    'CP-1250': 'windows-1250',
    win1251: 'windows-1251',
    UTF8: 'utf-8',
    utf_8: 'utf-8',
    'ISO8859-2': 'iso-8859-2',
    latin2: 'iso-8859-2',
    iso_8859_15: 'iso-8859-15',
    'us-ascii': 'windows-1252',
  };
  for (const [label, name] of Object.entries(spellings)) expect(encodingName(label), label).toBe(name);
  expect(encodingName('cp1125')).toBeNull();
  expect(encodingName('')).toBeNull();
});

test('the byte order mark wins over everything that is said', () => {
  expect(detect('\ufeff<a/>', { encoding: 'windows-1250' })).toEqual({ name: 'utf-8', skipBytes: 3, warnings: [] });
  expect(detect(Buffer.from('\ufeff<a/>', 'utf16le')).name).toBe('utf-16le');
  expect(detect(Buffer.from('\ufeff<a/>', 'utf16le').swap16()).name).toBe('utf-16be');
});

test('UTF-16 without a mark is seen by its zeros', () => {
  expect(detect(Buffer.from('id;name', 'utf16le')).name).toBe('utf-16le');
  expect(detect(Buffer.from('<?xml ?>', 'utf16le').swap16()).name).toBe('utf-16be');
});

test("the owner's setting, the declaration and the header are asked in this order", () => {
  const declared = Buffer.concat([Buffer.from('<?xml version="1.0" encoding="iso-8859-2"?>'), Buffer.from([0xe8])]);
  expect(detect(declared).name).toBe('iso-8859-2');
  expect(detect(declared, { encoding: 'cp1250', contentType: 'text/xml; charset=koi8-r' }).name).toBe('windows-1250');
  expect(detect(czech1250, { contentType: 'text/csv; charset="windows-1250"' }).name).toBe('windows-1250');
  expect(detect('<?xml version="1.0"?>').name).toBe('utf-8');
});

test('a wrong declaration is corrected and told', () => {
  const wrong = Buffer.concat([Buffer.from('<?xml version="1.0" encoding="UTF-8"?><a>'), czech1250]);
  expect(detect(wrong)).toMatchObject({ name: 'windows-1250', warnings: [{ code: 'encodingMismatch' }] });
  for (const language of ['bg', 'de']) expect(detect(wrong, { language }).name, language).toBe('windows-1250');
  expect(detect(`id;${czech}`, { encoding: 'windows-1250' })).toMatchObject({
    name: 'utf-8',
    warnings: [{ code: 'encodingMismatch' }],
  });
  expect(detect('<?xml version="1.0" encoding="x-unknown"?>')).toMatchObject({
    name: 'utf-8',
    warnings: [{ code: 'unknownEncoding' }],
  });
});

test('a head that is cut inside a character is still UTF-8', () => {
  const bytes = Buffer.from(`id;${czech}`);
  for (let length = 1; length <= bytes.length; length += 1)
    expect(detect(bytes.subarray(0, length))).toMatchObject({ name: 'utf-8', warnings: [] });
});

test('what nobody can decode is refused', () => {
  expect(() => detect(Buffer.concat([Buffer.from('<?xml version="1.0" encoding="cp1125"?>'), Buffer.from([0x80])]))).toThrow(
    /cp1125/,
  );
  expect(() => detect(Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]))).toThrow(/utf-32/);
  expect(() => detect(Buffer.from([0, 0, 0, 0x3c, 0, 0, 0, 0x3f]))).toThrow(/utf-32/);
});

test('characters that are cut between chunks are whole', async () => {
  const bytes = Buffer.from(czech);
  for (let cut = 0; cut <= bytes.length; cut += 1)
    expect((await decodeIn([bytes.subarray(0, cut), bytes.subarray(cut)])).text).toBe(czech);
  expect((await decodeIn([czech1250.subarray(0, 7), czech1250.subarray(7)], { encoding: 'windows-1250' })).text).toBe(czech);
});

test('lines in the old encoding inside a UTF-8 feed are readable, and told once', async () => {
  const ascii = Buffer.from(`id;name\n${'1;plain\n'.repeat(20)}`);
  const { text, warnings } = await decodeIn([
    ascii,
    Buffer.from(`2;${czech}\n3;`),
    czech1250,
    Buffer.from(`\n4;${czech}\n5;`),
    czech1250,
    Buffer.from('\n'),
  ]);
  expect(text).toBe(`${ascii.toString()}2;${czech}\n3;${czech}\n4;${czech}\n5;${czech}\n`);
  expect(warnings.map(({ code }) => code)).toEqual(['invalidBytes']);
});

const codepages = sharedData('hostile/encoding/feedparser_codepages');

test.skipIf(codepages === null)('byte 0x80 is read by each code page, also when its name is misspelt', () => {
  for (const number of [1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258]) {
    for (const label of [`windows-${number}`, `windows_${number}`, `cp${number}`]) {
      const detected = detectEncoding(readFileSync(`${codepages}/x80_${label}.xml`), nothingSaid);
      expect(detected, label).toEqual({ name: `windows-${number}`, skipBytes: 0, warnings: [] });
    }
  }
});

const feedparser = sharedData('hostile/encoding/feedparser');

test.skipIf(feedparser === null)('real documents read as their comments expect', async () => {
  const korean = await readText(readFileSync(`${feedparser}/euc-kr-item.xml`));
  expect(korean.encoding).toBe('euc-kr');
  expect(JSON.stringify(korean.all)).toMatch(/\p{Script=Hangul}/u);
  const quoted = await readText(readFileSync(`${feedparser}/http_text_xml_charset_overrides_encoding_2.xml`), {
    contentType: 'text/xml; charset=windows-1252',
  });
  expect(quoted.all[0]?.fields.description).toBe('This is a £“test.”');
});
