import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { FeedFailureCode } from './feed-texts.ts';
import type { FeedRecord } from './feed-record.ts';
import { bytesOf } from './bytes/byte-stream.ts';
import { TagNameNeeded, FeedError } from './feed-error.ts';
import { mappingWarnings, proposeMapping } from './mapping/mapping.ts';
import { type OpenedFeed, openFeed } from './open-feed.ts';
import { anySettings, errorCode, readText } from './testing/read-text.ts';

async function firstRecords(feed: OpenedFeed, count: number): Promise<FeedRecord[]> {
  const records: FeedRecord[] = [];
  for await (const batch of feed.records) {
    records.push(...batch.slice(0, count - records.length));
    if (records.length >= count) break;
  }
  return records;
}

const xml = '<?xml version="1.0"?><SHOP><SHOPITEM><ITEM_ID>1</ITEM_ID></SHOPITEM></SHOP>';

test('the type is found out from the content, and a contradicting setting is told', async () => {
  expect(await readText(xml)).toMatchObject({ type: 'xml', tagName: 'SHOPITEM', source: 'heureka', warnings: [] });
  expect(await readText('[{"id":1}]')).toMatchObject({ type: 'json', source: 'custom' });
  expect(await readText('id;name\n1;a')).toMatchObject({ type: 'csv', source: 'custom' });
  expect(await readText('id\ttitle\tlink\timage_link\n1\ta\tb\tc')).toMatchObject({ type: 'csv', source: 'google' });
  expect(await readText('code;pairCode;name\n1;;b')).toMatchObject({ source: 'shoptet' });
  expect(await readText(xml, { type: 'csv' })).toMatchObject({ type: 'xml', warnings: [{ code: 'typeMismatch' }] });
});

test('a compressed file is read like a plain one', async () => {
  expect((await readText(gzipSync(xml))).all).toEqual((await readText(xml)).all);
});

const notFeeds: readonly (readonly [what: string, content: string | Uint8Array, code: FeedFailureCode])[] = [
  ['an HTML page', '\n<!DOCTYPE html>\n<html><body>Sign in</body></html>', 'webPage'],
  ['a ZIP archive that is cut short', Buffer.from('PK\u0003\u0004rest'), 'cutArchive'],
  ['a ZIP archive without files', Buffer.from('PK\u0005\u0006'), 'archive'],
  ['a PDF', '%PDF-1.7 ...', 'pdf'],
  ['an Excel workbook', Buffer.from('PK\u0003\u0004\u0014\0\u0006\0\b\0\0\0!\0[Content_Types].xml'), 'workbook'],
  ['a RAR archive', Buffer.from('Rar!\u001a\u0007\0'), 'archive'],
  ['a PNG picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'picture'],
  ['a program', Buffer.from('\u007fELF\u0002\u0001'), 'binaryFile'],
  ['a YAML list', '# Products\n- id: 1\n  name: Lamp\n  price: 5\n- id: 2\n  name: Chair\n', 'yaml'],
  ['a sentence', 'Access denied', 'textAnswer'],
  ['a text of several lines', 'Dear partner\nthe feed has moved to another place.\nBye', 'plainText'],
  ['rules for robots', '# our shop\nUser-agent: *\nDisallow: /cart\n\nSitemap: https://a.example/s.xml', 'robots'],
  ['a sitemap', '<?xml version="1.0"?><urlset xmlns="x"><url><loc>https://a.example/</loc></url></urlset>', 'sitemap'],
];

for (const [what, content, code] of notFeeds) {
  test(`${what} is not a feed`, async () => {
    expect(await errorCode(readText(content))).toBe(code);
  });
}

test('a document of a word processor is not a feed, though XML is in it', async () => {
  const text = String.raw`{\rtf1\ansi{\fonttbl}\f0 <?xml version="1.0"?>\par <shop><item><id>1</id></item></shop>}`;
  expect(await errorCode(readText(text, { type: 'xml' }))).toBe('plainText');
});

const answers: Readonly<Record<string, string>> = {
  '{"error":"unauthorized","message":"The key is missing."}': 'The key is missing.',
  '{"errors":[{"code":"401","detail":"Invalid token"}]}': 'Invalid token',
  '{"code":"rest_forbidden","message":"Sorry, you may not list.","data":{"status":401},"status":401}': 'Sorry, you may not list.',
  '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>': 'Access Denied',
  '<soap:Envelope xmlns:soap="x"><soap:Body><soap:Fault><faultstring>No such shop</faultstring></soap:Fault></soap:Body></soap:Envelope>':
    'No such shop',
};

for (const [content, message] of Object.entries(answers)) {
  test(`an error is told in the words of the host: ${message}`, async () => {
    const error = await readText(content).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'errorAnswer', details: { message } });
  });
}

test('nothing, and nothing but white space, is an empty feed', async () => {
  expect(await errorCode(readText(''))).toBe('emptyFeed');
  expect(await errorCode(readText(' \n\ufeff\n'))).toBe('emptyFeed');
});

test('an unknown item element is asked for, with candidates', async () => {
  const text =
    '<zbozicka><polozka><kod>1</kod><jmeno>a</jmeno></polozka><veta><kod>2</kod></veta><veta><kod>3</kod></veta></zbozicka>'
      .replace('polozka', 'vec')
      .replace('/polozka', '/vec');
  const error = await readText(text).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(TagNameNeeded);
  expect(error).toMatchObject({
    code: 'needTagName',
    candidates: [
      { name: 'vec', count: 1, sampleFields: ['kod', 'jmeno'] },
      { name: 'veta', count: 2, sampleFields: ['kod'] },
    ],
  });
  expect((await readText(text, { tagName: 'veta' })).all.map(({ fields }) => fields.kod)).toEqual(['2', '3']);
});

test('a DOCTYPE is refused, whether or not the element is known', async () => {
  const bomb = '<!DOCTYPE r [<!ENTITY a "aaa"><!ENTITY b "&a;&a;">]><r><item><a>&b;</a></item></r>';
  expect(await errorCode(readText(bomb))).toBe('doctype');
  expect(await errorCode(readText(bomb, { tagName: 'item' }))).toBe('doctype');
});

test('reading a few records closes the feed', async () => {
  let isClosed = false;
  const endless = async function* () {
    try {
      yield Buffer.from('id;name\n');
      for (let id = 1; ; id += 1) yield Buffer.from(`${id};name ${id}\n`.repeat(100));
    } finally {
      isClosed = true;
    }
  };
  expect(await firstRecords(await openFeed(endless(), anySettings), 5)).toHaveLength(5);
  expect(isClosed).toBe(true);
});

test('a feed that is refused is closed', async () => {
  let isClosed = false;
  const page = async function* () {
    try {
      yield Buffer.from('<html>');
      yield Buffer.alloc(1_000_000, ' ');
    } finally {
      isClosed = true;
    }
  };
  expect(await errorCode(openFeed(page(), anySettings))).toBe('webPage');
  expect(isClosed).toBe(true);
});

const proposalsFor = async (...lines: string[]) => {
  const mapping = proposeMapping(await firstRecords(await openFeed(bytesOf(lines.join('\n')), anySettings), 50));
  return Object.fromEntries(mapping.map(({ from, to, isHashed }) => [`${to}${isHashed ? '#' : ''}`, from]));
};

test('the id is the best named field that is there and different for every item', async () => {
  expect(await proposalsFor('code;id;name', ...Array.from({ length: 30 }, (_, n) => `c${n};1;n`))).toMatchObject({ id: 'code' });
  expect(await proposalsFor('code;id;name', 'a;1;n', 'b;2;n')).toMatchObject({ id: 'id' });
  expect(await proposalsFor('zboží kód;název', 'a;Židle', 'b;Stůl')).toMatchObject({ id: 'zboží kód', name: 'název' });
});

test('a column named id stays the id when a few rows repeat one or have none', async () => {
  const rows = (idOf: (n: number) => string, nameOf = (n: number) => `Lamp ${n}`) =>
    Array.from({ length: 13 }, (_, n) => `${idOf(n)},${nameOf(n)},https://a.example/${n}`);
  const proposals = (...args: Parameters<typeof rows>) => proposalsFor('id,name,url', ...rows(...args));
  const gaps = (n: number) => (n === 5 ? '' : `K${n === 9 ? 8 : n}`);
  expect(await proposals(gaps)).toEqual({ id: 'id', name: 'name', url: 'url' });
  expect(await proposals((n) => (n < 2 ? '' : `K${n}`))).toMatchObject({ id: 'id' });
  expect(await proposals((n) => (n < 3 ? '' : `K${n}`))).toMatchObject({ feed_id: 'id' });
  // Variants share the id and the name, and have pages of their own.
  const ofVariants = await proposals(
    (n) => `K${n === 9 ? 8 : n}`,
    (n) => `Lamp ${n === 9 ? 8 : n}`,
  );
  expect(ofVariants).toMatchObject({ feed_id: 'id', url: 'url' });
});

test('without an id, ids come from the address or the name, and the owner is warned', async () => {
  expect(await proposalsFor('name,link', 'Chair,https://a.example/1', 'Table,https://a.example/2')).toMatchObject({
    'id#': 'name',
    url: 'link',
  });
  const mapping = proposeMapping([{ position: 1, fields: { name: 'Chair', link: 'https://a.example/1' } }]);
  expect(mapping.filter(({ to }) => to === 'id').map(({ from }) => from)).toEqual(['link', 'name']);
  expect(mappingWarnings([], mapping)).toEqual([{ code: 'generatedIds', details: { field: 'link' } }]);
  const joined = [{ position: 1, fields: { id: '1', name: 'Lamp', categories: ['Garden', 'Lamps'] } }];
  expect(mappingWarnings(joined, proposeMapping(joined))).toEqual([
    { code: 'joinedCategories', details: { value: 'Garden > Lamps' } },
  ]);
  expect(mappingWarnings([], [{ from: 'id', to: 'id', reason: 'feedName' }])).toEqual([]);
});

test('values decide where names do not', async () => {
  expect(
    await proposalsFor(
      'id,price,image,foo,bar',
      '1,ask,no,https://x.example/1.jpg,https://x.example/1',
      '2,ask,no,https://x.example/2.jpg,https://x.example/2',
    ),
  ).toMatchObject({
    image: 'foo',
    url: 'bar',
    feed_price: 'price',
    feed_image: 'image',
  });
});

test('the deepest level of a hierarchy of categories is tried first', async () => {
  const lvl = (depth: number) => ['A', 'A > B', 'A > B > C'].slice(0, depth);
  const records = [1, 3, 2].map((depth, index) => ({
    position: index + 1,
    fields: {
      id: String(index),
      name: 'x',
      ...Object.fromEntries(lvl(depth).map((path, level) => [`hierarchicalCategories.lvl${level}`, path])),
    },
  }));
  expect(
    proposeMapping(records)
      .filter(({ to }) => to === 'category')
      .map(({ from }) => from.slice(-4)),
  ).toEqual(['lvl2', 'lvl1', 'lvl0']);
});

test('shortens what a feed wrote in the details of an error', () => {
  const { details } = new FeedError('noElement', { tagName: 'x'.repeat(100_000) });
  expect(details).toEqual({ tagName: 'x'.repeat(200) });
});
