import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sharedData } from '#scripts/shared-data.ts';
import { FeedError } from './feed-error.ts';
import { sampleSize } from './limits.ts';
import { proposeMapping } from './mapping/mapping.ts';
import { readText } from './testing/read-text.ts';
import { itemMaker } from './items/to-item.ts';
import { spawnSync } from 'node:child_process';

const largestGrowthBytes = 300 * 1024 * 1024;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** Ids of the items, or the code of the refusal. */
async function importBytes(bytes: string | Uint8Array, tagName: string | null): Promise<readonly string[] | string> {
  try {
    const { all } = await readText(bytes, { tagName });
    const make = itemMaker(proposeMapping(all.slice(0, sampleSize)));
    return all.flatMap((record) => make(record).item?.id ?? []);
  } catch (error) {
    if (error instanceof FeedError) return error.code;
    throw error;
  }
}

for (const folder of ['xml', 'csv', 'encoding', 'json', 'html', 'strings', 'http', 'redos']) {
  const found = sharedData(`hostile/${folder}`);
  test.skipIf(found === null)(`no file of ${folder} does worse than be refused`, async () => {
    const before = process.memoryUsage.rss();
    for (const file of filesBelow(found ?? '')) {
      for (const tagName of [null, 'item']) {
        await importBytes(readFileSync(file), tagName);
      }
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(largestGrowthBytes);
  });
}

const xml = sharedData('hostile/xml');

test.skipIf(xml === null)('no entity is fetched from a host that is named in a document', async () => {
  let requestCount = 0;
  const server = createServer((_, response) => {
    requestCount += 1;
    response.end('<!ENTITY x "fetched">');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
  const addresses = /(?:https?|ftp|file|php|jar|gopher|expect):\/\/[^\s"'<>]*/g;
  const refusals = new Map<string, number>();
  for (const file of filesBelow(xml ?? '')) {
    const result = await importBytes(Buffer.from(readFileSync(file, 'latin1').replaceAll(addresses, here)), 'item');
    if (readFileSync(file, 'latin1').startsWith('<?xml')) refusals.set(String(result), (refusals.get(String(result)) ?? 0) + 1);
  }
  server.close();
  expect(requestCount).toBe(0);
  expect(refusals.get('doctype')).toBeGreaterThanOrEqual(13);
});

test.skipIf(sharedData('hostile/html') === null)('no tag of hostile HTML is left in an item', async () => {
  for (const file of filesBelow(sharedData('hostile/html') ?? '')) {
    const html = readFileSync(file, 'utf8');
    const { all } = await readText(JSON.stringify([{ id: '1', name: html, other: html }]));
    const item = itemMaker(proposeMapping(all))(all[0] ?? { position: 1, fields: {} }).item;
    expect(Object.values(item?.fields ?? {}).join(' '), file).not.toMatch(/<(?:script|img|iframe|object|embed|svg|a)\b[^<]*>/i);
  }
});

const partCount = 250_000;
const timeout = 30_000;

const many = (count: number, part: (at: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, at) => part(at)).join(between);

const goodCount = 100;
const ids = Array.from({ length: goodCount }, (_, at) => `${at}`);
const inXml = (odd: string): string =>
  `<shop>${odd}${many(goodCount, (at) => `<item><id>${at}</id><name>Lamp ${at}</name></item>`)}</shop>`;
const inJson = (odd: string): string => `[${odd},${many(goodCount, (at) => `{"id":"${at}","name":"Lamp ${at}"}`, ',')}]`;
const inCsv = (odd: string): string => `id;name\n${odd}\n${many(goodCount, (at) => `${at};Lamp ${at}\n`)}`;

test.each([
  ['cells in a row', () => inCsv(`odd;Lamp${';x'.repeat(partCount)}`)],
  ['attributes of an element', () => inXml(`<item ${many(partCount, (at) => `a${at}="1" `)}/>`)],
  ['elements in an item', () => inXml(`<item>${many(partCount, (at) => `<a${at}/>`)}</item>`)],
  ['keys of an object', () => inJson(`{${many(partCount, (at) => `"k${at}":1`, ',')}}`)],
  ['levels in a value', () => inJson(`{"id":"odd","name":${'['.repeat(partCount)}${']'.repeat(partCount)}}`)],
] as const)(`${partCount} %s cost at most that item`, { timeout }, async (_what, text) => {
  const feed = text();
  const before = process.memoryUsage.rss();
  expect(await importBytes(feed, 'item')).toEqual(expect.arrayContaining(ids));
  expect(process.memoryUsage.rss() - before).toBeLessThan(largestGrowthBytes);
});

const reader = path.join(import.meta.dirname, 'testing', 'read-much.ts');

/** Less than the feed, and little more than what Node itself needs. */
const heapMegabytes = 48;
const feedMegabytes = 60;

for (const type of ['xml', 'csv', 'json']) {
  test(`${feedMegabytes} MB of ${type} become items in ${heapMegabytes} MB of heap`, () => {
    const run = spawnSync(process.execPath, [`--max-old-space-size=${heapMegabytes}`, reader, type, String(feedMegabytes)], {
      encoding: 'utf8',
    });
    expect(run.stderr).toBe('');
    expect(JSON.parse(run.stdout)).toMatchObject({ isComplete: true });
  });
}
