import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FeedError } from '#feeds/feed-error.ts';
import type { FeedRecord } from '#feeds/feed-record.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { readText } from './read-text.ts';
import { itemMaker } from '#feeds/items/to-item.ts';

const itemCount = 40;

const feeds = {
  xml: `<?xml version="1.0"?><SHOP>${numbers((n) => `<SHOPITEM><ITEM_ID>${n}</ITEM_ID><PRODUCTNAME a="b">Židle &amp; ${n}</PRODUCTNAME><DESCRIPTION><![CDATA[<b>x</b>]]></DESCRIPTION><PARAM><PARAM_NAME>c</PARAM_NAME><VAL>d</VAL></PARAM></SHOPITEM>\n`)}</SHOP>`,
  csv: `id;name;price\n${numbers((n) => `${n};"Židle ""${n}""; x";${n},5\n`)}`,
  json: `{"items":[${numbers((n) => `{"id":${n},"name":"Židle \\"${n}\\"","tags":["a","]"]}${n === itemCount ? '' : ','}`)}]}`,
  ndjson: numbers((n) => `{"id":${n},"name":"Židle ${n}"}\n`),
};

function numbers(form: (n: number) => string): string {
  return Array.from({ length: itemCount }, (_, index) => form(index + 1)).join('');
}

/** Mulberry32 by Tommy Ettinger: the same mutations in every run. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const snippets = [
  '<',
  '>',
  '"',
  "'",
  '&',
  ';',
  ',',
  '\n',
  '\0',
  '{',
  '}',
  '[',
  ']',
  '\\',
  '</SHOPITEM>',
  '<SHOPITEM>',
  '<![CDATA[',
  ']]>',
  '<!--',
  '""',
  '\u00ff',
  '&#x0;',
  '</',
  '/>',
];

/** One small change at a random place. */
export function mutate(bytes: Buffer, next: () => number): Buffer {
  const at = Math.floor(next() * bytes.length);
  const until = Math.min(bytes.length, at + Math.floor(next() * 12));
  const snippet = Buffer.from(snippets[Math.floor(next() * snippets.length)] ?? '', 'latin1');
  const kinds = [
    () => [bytes.subarray(0, at), snippet, bytes.subarray(at)],
    () => [bytes.subarray(0, at), bytes.subarray(until)],
    () => [bytes.subarray(0, at), Buffer.from([Math.floor(next() * 256)]), bytes.subarray(at + 1)],
    () => [bytes.subarray(0, until), bytes.subarray(at)],
  ];
  return Buffer.concat(kinds[Math.floor(next() * kinds.length)]?.() ?? [bytes]);
}

/** null when the feed is refused with a reason; anything else that is thrown fails the test. */
async function records(bytes: Buffer): Promise<FeedRecord[] | null> {
  try {
    return (await readText(bytes)).all;
  } catch (error) {
    if (error instanceof FeedError) return null;
    throw error;
  }
}

/** Tests that one small change in a good feed costs few items, for so many changes of each type. The same ones in every run. */
export function mutationsAreHarmless(mutationCount: number): void {
  for (const [type, feed] of Object.entries(feeds)) {
    test(`one mutation of a ${type} feed costs few items or is refused with a reason`, { timeout: 900_000 }, async () => {
      const next = random(42);
      for (let round = 0; round < mutationCount; round += 1) {
        const mutated = mutate(Buffer.from(feed), next);
        const all = await records(mutated);
        if (all === null) continue;
        const make = itemMaker(proposeMapping(all));
        const items = all.filter((record) => make(record).item);
        // A change in the header or around the list may turn all items into others, but a change in one item stays there.
        const isInItem = mutated.subarray(0, 40).equals(Buffer.from(feed).subarray(0, 40));
        if (isInItem && items.length < itemCount - 3) expect.fail(`${items.length} items of ${mutated.toString()}`);
      }
    });
  }
}

const shopFeeds = path.join(import.meta.dirname, 'shop-feeds');

/** Tests that whatever becomes of feeds of every kind of shop system, they are read or refused with a reason. */
export function mutationsAreSurvived(mutationCount: number): void {
  for (const file of readdirSync(shopFeeds)) {
    test(`${mutationCount} mutations of ${file} are read or refused with a reason`, { timeout: 900_000 }, async () => {
      const feed = readFileSync(path.join(shopFeeds, file));
      const next = random(7);
      for (let round = 0; round < mutationCount; round += 1) {
        let mutated: Buffer = feed;
        for (let change = 0; change <= round % 4; change += 1) mutated = mutate(mutated, next);
        const all = await records(mutated);
        if (all === null) continue;
        const mapping = proposeMapping(all);
        const make = itemMaker(mapping);
        for (const record of all) {
          const { item, problems } = make(record);
          // An assertion for each of millions of records would be kept until the test ends.
          if (item === null && problems.every(({ severity }) => severity !== 'error')) expect.fail(mutated.toString());
        }
      }
    });
  }
}
