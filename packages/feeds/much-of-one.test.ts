import { expect, test } from 'vitest';
import { FeedError } from './feed-error.ts';
import { sampleSize } from './limits.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { readText } from '#feeds/testing/read-text.ts';
import { itemMaker } from '#feeds/items/to-item.ts';

const partCount = 250_000;
const timeout = 30_000;
const largestGrowthBytes = 300 * 1024 * 1024;

const many = (count: number, part: (at: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, at) => part(at)).join(between);

/** Everything that an import does with a feed. Answers the ids that are left, or the code of the refusal. */
async function importText(text: string): Promise<readonly string[] | string> {
  try {
    const { all } = await readText(text, { tagName: 'item' });
    const make = itemMaker(proposeMapping(all.slice(0, sampleSize)));
    return all.flatMap((record) => make(record).item?.id ?? []);
  } catch (error) {
    if (error instanceof FeedError) return error.code;
    throw error;
  }
}

const goodCount = 100;
const ids = Array.from({ length: goodCount }, (_, at) => `${at}`);
const xml = (odd: string): string =>
  `<shop>${odd}${many(goodCount, (at) => `<item><id>${at}</id><name>Lamp ${at}</name></item>`)}</shop>`;
const json = (odd: string): string => `[${odd},${many(goodCount, (at) => `{"id":"${at}","name":"Lamp ${at}"}`, ',')}]`;
const csv = (odd: string): string => `id;name\n${odd}\n${many(goodCount, (at) => `${at};Lamp ${at}\n`)}`;

test.each([
  ['cells in a row', () => csv(`odd;Lamp${';x'.repeat(partCount)}`)],
  ['attributes of an element', () => xml(`<item ${many(partCount, (at) => `a${at}="1" `)}/>`)],
  ['elements in an item', () => xml(`<item>${many(partCount, (at) => `<a${at}/>`)}</item>`)],
  ['keys of an object', () => json(`{${many(partCount, (at) => `"k${at}":1`, ',')}}`)],
  ['levels in a value', () => json(`{"id":"odd","name":${'['.repeat(partCount)}${']'.repeat(partCount)}}`)],
] as const)(`${partCount} %s cost at most that item`, { timeout }, async (_what, text) => {
  const feed = text();
  const before = process.memoryUsage.rss();
  expect(await importText(feed)).toEqual(expect.arrayContaining(ids));
  expect(process.memoryUsage.rss() - before).toBeLessThan(largestGrowthBytes);
});
