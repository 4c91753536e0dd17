import { beforeAll, expect, test } from 'vitest';
import { removeCollection } from '#features/data/collections/collections.contract.ts';
import { saveMapping } from '#features/data/mapping/mapping.contract.ts';
import { createFeed } from '#features/data/feeds/feeds.contract.ts';
import { phrases } from '#features/data/phrases/phrases.contract.ts';
import { updateSchedule } from '#features/data/schedules/schedules.contract.ts';
import { charFilters } from '#features/developer/chars-filter/chars-filter.contract.ts';
import { checkItems } from '#features/developer/check-items/check-items.contract.ts';
import { listEndpoints, updateEndpoint } from '#features/developer/endpoints/endpoints.contract.ts';
import { readCurrentProject, updateProject } from '#features/owner/projects/projects.contract.ts';
import { curations } from '#features/search-settings/curations/curations.contract.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { openShop, type ShownShop } from '#scripts/screenshots/screenshot-shop.ts';
import { emptyProject, exported, imported } from '#testing/project-files.ts';
import type { Actor } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';

const { create: createSynonym } = synonyms;
const { create: createFixit } = fixits;
const { create: createCharFilter } = charFilters;
const { create: createPhrase } = phrases;
const { create: createCuration } = curations;

const server = await sharedServer();
let shop: ShownShop;

beforeAll(async () => {
  shop = await openShop({ url: server.origin });
  await addMore();
});

/** Without the collection that it came with. */
async function bareProject(): Promise<Actor> {
  const { collectionId, ...actor } = await emptyProject(server, shop);
  await server.call(actor, removeCollection, { id: collectionId });
  return actor;
}

/** What the shop of the pictures hasn't: what is off, has an end, is hidden, is literal, or comes from elsewhere. */
async function addMore(): Promise<void> {
  const c = shop.collectionId;
  const { call } = server;
  await call(shop, createFixit, { term: 'shoe+s', is_regexp: true, catalog_term: 'shoes' });
  await call(shop, createSynonym, { term: '0123', synonyms: ['yes', 'null', '- x: y'], synonym_type_id: 3, is_active: false });
  await call(shop, createSynonym, {
    term: 'advent',
    synonyms: ['xmas'],
    synonym_type_id: 1,
    valid_from: december,
    valid_to: january,
  });
  await call(shop, createCharFilter, { from: '&', to: ' and ' });
  await call(shop, createPhrase, { c, phrase: 'garden gloves', boost: 3 });
  await call(shop, createPhrase, { c, phrase: 'blue lamp', is_visible: false });
  await call(shop, checkItems.create, { c, elastic_item_id: shop.first, term: 'garden gloves', alert_above: 5 });
  await call(shop, checkItems.create, { c, elastic_item_id: shop.last, term: 'garden gloves' });
  await call(shop, createCuration, {
    c,
    name: 'Literal',
    queries: [{ query: '*' }, { query: String.raw`\gloves` }],
    promoted: [{ id: '0042' }],
  });
  const address = 'https://shop:hunter2@93.184.215.14/feed.xml?token=abcdef123456';
  const { data: feed, msg } = await call(shop, createFeed, {
    name: 'Outlet',
    collection_id: c,
    feed_url: address,
    activated: false,
    tag_name: 'SHOPITEM',
    guard: { fewer_items_percent: 33 },
  });
  if (!feed) throw new Error(msg);
  await call(shop, saveMapping, {
    id: feed.id,
    rules: [{ to: 'name', how: 'join', from: ['a', 'b'], text: ' ' }],
  });
  const schedule = { schedule: 'daily', schedule_time: '05:45', availability_minutes: 30, availability_url: '' } as const;
  await call(shop, updateSchedule, { id: feed.id, activated: false, ...schedule });
  await call(shop, updateEndpoint, { id: 1, is_cached: true, cache_ttl: 10, cache_grace_period: 300 });
  await call(shop, updateEndpoint, { id: 5, is_cached: false, cache_ttl: 300, cache_grace_period: 3600 });
  const { data: project } = await call(shop, readCurrentProject, {});
  await call(shop, updateProject, { id: project!.id, visitor_calls_per_second: 7 });
}
const december = Date.parse('2026-12-01T00:00:00+01:00');
const january = Date.parse('2027-01-06T12:30:00+01:00');

test('a rich shop that is brought into an empty project is the same file there, byte by byte', async () => {
  const text = await exported(server, shop);
  expect(await exported(server, shop)).toBe(text);
  expect(text).not.toMatch(/hunter2|abcdef123456|created|updated/);
  expect(text).toContain('valid_from: 2026-11-30T23:00:00.000Z');
  const other = await bareProject();
  // What is secret has to be typed in again.
  const answer = await imported(server, other, text);
  expect(answer.data).toMatchObject({ is_written: true, kept: [], skipped: [{ name: 'Outlet', code: 'secretNotInFile' }] });
  const open = text.replace(/feed_url: .*93\.184.*/, 'feed_url: https://93.184.215.14/feed.xml');
  const { data } = await imported(server, other, open);
  expect(data).toMatchObject({ counts: { feeds: { added: 1 } }, skipped: [] });
  expect(await exported(server, other)).toBe(open);
  const again = await imported(server, other, open);
  expect(again.data).toMatchObject({ counts: {}, changes: [] });
});

test('a secret that stays masked stays what it was, and is asked for where the address is another one', async () => {
  const addressOf = async () =>
    (await server.app.db.selectFrom('feed').select('feed_url').where('name', '=', 'Outlet').orderBy('id').execute()).map(
      (row) => row.feed_url,
    );
  const stored = await addressOf();
  const text = await exported(server, shop);
  expect((await imported(server, shop, text.replace('tag_name: SHOPITEM', 'tag_name: item'))).data?.counts).toEqual({
    feeds: { changed: 1 },
  });
  expect(await addressOf()).toEqual(stored);
  const elsewhere = await imported(server, shop, text.replace('@93.184.215.14', '@93.184.215.15'));
  expect(elsewhere.errors).toMatchObject([{ field: 'collections.Products.feeds.Outlet.feed_url', code: 'passwordHidden' }]);
  const inside = await imported(server, shop, text.replace(/feed_url: .*93\.184.*/, 'feed_url: http://127.0.0.1/feed.xml'));
  expect(inside.errors).toMatchObject([{ code: 'addressNotAllowed' }]);
});

test('how long answers are kept is what the file says, and as usual where it says nothing', async () => {
  const other = await bareProject();
  const text = await exported(server, shop);
  expect(text).toContain('visitor_calls_per_second: 7');
  const cachingOf = async (actor: Actor) =>
    (await server.call(actor, listEndpoints, {})).data!.map((one) => `${one.method} ${one.is_cached} ${one.cache_ttl}`);
  await server.call(other, updateEndpoint, { id: 3, is_cached: false, cache_ttl: 1, cache_grace_period: 1 });
  const part = `version: 1\n${/endpoints:\n(?: .*\n)+/.exec(text)![0]}`;
  expect((await imported(server, other, part)).data?.counts).toEqual({ endpoints: { changed: 3 } });
  expect(await cachingOf(other)).toEqual(await cachingOf(shop));
  expect(await cachingOf(other)).toEqual(expect.arrayContaining(['search true 10', 'catalog true 60', 'similar false 300']));
  const wrong = await imported(server, other, 'version: 1\nendpoints:\n  search: { cache_ttl: 90000 }\n  serach: {}\n');
  expect(wrong.errors).toMatchObject([
    { field: 'endpoints.search.cache_ttl', code: 'notBetween' },
    { field: 'endpoints.serach', code: 'fileKeyUnknown' },
  ]);
});
