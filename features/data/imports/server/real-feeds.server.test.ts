import { listErrorData } from '#features/data/error-data/error-data.contract.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Feed } from '#features/data/feeds/feeds.contract.ts';
import { testQuery } from '#contract/test-query.ts';
import { listFields } from '#features/data/schema/schema.contract.ts';
import { sharedData } from '#scripts/shared-data.ts';
import { sharedFeedShops } from '#testing/feeds/feed-shops.ts';

const { server, host, shop } = await sharedFeedShops();

/** The first lines of a file, or all of it. */
const linesOf = (file: Buffer, maxLines: number): Buffer | string =>
  Number.isFinite(maxLines) ? file.toString('utf8').split('\n').slice(0, maxLines).join('\n') : file;

/** Does what an owner does: gives the address of a feed, waits, and searches. */
async function importReal(file: string, language: 'en' | 'cs' = 'en', maxLines = Number.POSITIVE_INFINITY) {
  const url = host.put(`/${path.basename(file)}`, linesOf(readFileSync(file), maxLines));
  const { actor, feedId, collectionId } = await shop(url, { language });
  const feed = await server.imported(actor, feedId);
  const search = async (q: string) => (await server.call(actor, testQuery, { c: collectionId, q })).data!;
  const problems = async (page = 1) => (await server.call(actor, listErrorData, { id: feedId, page, per_page: 100 })).data!;
  const countOf = async (field: string) =>
    (await server.call(actor, listFields, { c: collectionId, search: field })).data!.items.find(({ name }) => name === field)
      ?.found_count;
  return { feed, search, problems, countOf };
}

const counts = ({ last_import: run }: Feed) => ({
  state: run?.state,
  read: run?.read_count,
  imported: run?.imported_count,
  errors: run?.error_count,
});

describe('small feeds', () => {
  test.each([
    { file: 'kikuai_google.xml', source: 'google', read: 1, imported: 1, query: 'desk lamp', name: 'Desk Lamp' },
    { file: 'inteve_google.xml', source: 'google', read: 2, imported: 1, query: 'abc', name: 'Product ABC' },
    { file: 'baraja_heureka.xml', source: 'heureka', read: 1, imported: 1, query: 'full product', name: 'Full Product Name' },
  ])('$file is recognised, imported and found', async ({ file, source, query, name, ...expected }) => {
    const real = sharedData(`feeds/xml/${file}`);
    if (!real) return console.warn(`${file} is not beside the checkout: skipped`);
    const { feed, search, problems } = await importReal(real);
    expect(feed.source).toBe(source);
    expect(counts(feed)).toEqual({ state: 'done', ...expected, errors: expected.read - expected.imported });
    expect((await search(query)).items[0]).toMatchObject({ name });
    expect((await problems()).total_count).toBeGreaterThanOrEqual(expected.read - expected.imported);
  });

  test('a Heureka feed keeps variants together and tells its duplicate ids', async () => {
    const real = sharedData('feeds/xml/inteve_heureka.xml');
    if (!real) return console.warn('inteve_heureka.xml is not beside the checkout: skipped');
    const { feed, search, problems } = await importReal(real, 'cs');
    expect(feed.last_import).toMatchObject({ state: 'done', imported_count: 2, error_count: 1 });
    expect((await problems()).items[0]).toMatchObject({
      severity: 'error',
      field: 'id',
      value: '001',
      reason: 'duplicateItem',
      position: 2,
    });
    expect((await search('product def')).items[0]).toMatchObject({ id: '002', name: 'Product DEF' });
    expect((await search('product abc')).items[0]).toMatchObject({ id: '001', price: 5, category: 'Electronics > TVs' });
  });
});

describe('catalogues', () => {
  test('3,291 items without an id field are all imported', async () => {
    const real = sharedData('catalogues/bestbuy_typesense.json');
    if (!real) return console.warn('bestbuy_typesense.json is not beside the checkout: skipped');
    const { feed, search } = await importReal(real);
    expect(counts(feed)).toEqual({ state: 'done', read: 3291, imported: 3291, errors: 0 });
    expect(feed.last_import?.warnings.map(({ code }) => code)).toEqual(['generatedIds', 'noneHas']);
    const found = await search('samsung galaxy');
    expect(found.total_count).toBeGreaterThan(20);
    expect(String(found.items[0]?.name).toLowerCase()).toContain('samsung');
  });

  test('6,000 items with thousands of sparse fields are imported and found', async () => {
    const real = sharedData('relevance/icecat/products.jsonl');
    if (!real) return console.warn('icecat is not beside the checkout: skipped');
    const { feed, search } = await importReal(real, 'en', 6000);
    expect(counts(feed)).toEqual({ state: 'done', read: 6000, imported: 6000, errors: 0 });
    const found = await search('hp pavilion notebook');
    expect(JSON.stringify(found.items[0])).toMatch(/Pavilion/);
  });

  test('a windows-1250 table imports what is right and tells what is wrong', async () => {
    const real = sharedData('feeds/csv/sukl_dis13_202005_cp1250.csv');
    if (!real) return console.warn('the SÚKL table is not beside the checkout: skipped');
    const { feed, search, problems, countOf } = await importReal(real, 'cs');
    const run = feed.last_import!;
    expect(run).toMatchObject({ state: 'done', read_count: 22_751 });
    expect(run.imported_count + run.error_count).toBe(22_751);
    expect(run.imported_count).toBeGreaterThan(5000);
    for (const query of ['elmex gelée', 'elmex gelee'])
      expect((await search(query)).items[0]).toMatchObject({ name: 'ELMEX GELÉE' });
    const { items, total_count } = await problems();
    expect(total_count).toBe(1000);
    expect(items[0]).toMatchObject({ severity: 'error', reason: 'duplicateItem' });
    // What was left out is not counted among the items that have a field.
    expect(await countOf('id')).toBe(run.imported_count);
  });
});
