import { beforeAll, expect, test } from 'vitest';
import {
  checkItems,
  checkNow,
  countAlerts,
  readCheckHistory,
  readPlace,
  readProposals,
} from '#features/developer/check-items/check-items.contract.ts';
import { dayOf } from '#contract/days.ts';
import { reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { eventStore } from '#features/front-api/events/server/events.store.ts';
import { addSearched } from '#testing/searched.ts';
import { dismissMessage, listMessages } from '#features/general/messages/messages.contract.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { type FeedShop, sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import { quietMilliseconds, requestDueChecks } from './check-runs.service.ts';

const shops = await sharedFeedShops();
let shop: FeedShop;
const names = { 1: 'Kettle', 2: 'Kettle with a long whistle', 3: 'Kettle with a long whistle and a lid of glass', 4: 'Teapot' };
/** Without the others, an import that drops one of four would be held. */
const others = Array.from({ length: 20 }, (_, at) => ({ id: `spoon-${at}`, name: `Spoon ${at}` }));
const feedOf = (ids: readonly (keyof typeof names)[]): string =>
  [...ids.map((id) => ({ id: String(id), name: names[id] })), ...others]
    .map((item) => JSON.stringify({ ...item, price: 5 }))
    .join('\n');

beforeAll(async () => {
  shop = await shops.shop(shops.host.put('/kettles.ndjson', feedOf([1, 2, 3, 4])));
  await shops.server.imported(shop.actor, shop.feedId);
});

const c = () => shop.collectionId;
async function watch(elastic_item_id: string, term: string, alert_above = 0): Promise<number> {
  const { data, msg } = await shops.server.call(shop.actor, checkItems.create, { c: c(), elastic_item_id, term, alert_above });
  if (!data) throw new Error(msg);
  await expect.poll(() => read(data.id)).toMatchObject({ is_checking: false });
  return data.id;
}
const read = async (id: number) => (await shops.server.call(shop.actor, checkItems.read, { id })).data;
const historyOf = async (id: number) => (await shops.server.call(shop.actor, readCheckHistory, { id })).data!;
const messages = async () =>
  (await shops.server.call(shop.actor, listMessages, {})).data!.filter(({ kind }) => kind === 'checkItemRed');
/** Asks for what is due once nothing has changed for a while. */
const later = () => requestDueChecks(shops.server.app, Date.now() + quietMilliseconds);
/** Asks each time it looks, as servers do: what changes while a run ends is for the next one. */
const afterChecks =
  <T>(look: () => Promise<T>) =>
  async (): Promise<T> => {
    await later();
    return look();
  };
const addFixit = async (term: string, to: string): Promise<number> =>
  (await shops.server.call(shop.actor, fixits.create, { term, catalog_term: to })).data!.id;
const removeFixit = (id: number) => shops.server.call(shop.actor, fixits.remove, { id });

test('checks a new item at once, and counts its place among all results', async () => {
  const [first, third, none] = [await watch('1', 'kettle'), await watch('3', 'kettle'), await watch('4', 'kettle')];
  expect(await read(first)).toMatchObject({ position: 1, total_count: 3, outcome: 'found', item: { id: '1', name: 'Kettle' } });
  expect(await read(third)).toMatchObject({ position: 3, change: null, history: [{ position: 3 }] });
  expect(await read(none)).toMatchObject({ position: null, outcome: 'missing', is_alert: false });
  expect(await historyOf(third)).toMatchObject([{ position: 3, total_count: 3, cause: 'hand' }]);
});

test('a place above what was set is an alert and so is none, and 0 only records', async () => {
  const [low, fine, missing] = [await watch('3', 'whistle', 1), await watch('2', 'whistle', 1), await watch('4', 'whistle', 9)];
  expect([await read(low), await read(fine), await read(missing)].map((one) => one!.is_alert)).toEqual([true, false, true]);
  expect((await shops.server.call(shop.actor, countAlerts, {})).data).toEqual({ count: 2 });
  const { data } = await shops.server.call(shop.actor, checkItems.list, { c: c() });
  // Those on alert come first.
  expect(data!.items.map((one) => one.is_alert)).toEqual([true, true, false, false, false, false]);
  const told = (await messages()).map(({ details }) => details);
  expect(told).toContainEqual({ item: names[3], query: 'whistle', beforePlace: '–', nowPlace: 2 });
  expect(told).toContainEqual({ item: 'Teapot', query: 'whistle', beforePlace: '–', nowPlace: 'missing' });
  await shops.server.call(shop.actor, checkItems.removeMany, { ids: [low, missing] });
});

test('checks releases in quick succession once, and alerts once', async () => {
  const id = await watch('1', 'kettles', 2);
  const isPublic = async () => (await messages()).filter(({ details }) => details['query'] === 'kettles');
  expect(await isPublic()).toEqual([]);
  const before = (await historyOf(id)).length;
  const unrelated = [await addFixit('abc', 'kettle'), await addFixit('abd', 'kettle')];
  const rule = await addFixit('kettles', 'teapot');
  await expect.poll(afterChecks(() => read(id))).toMatchObject({ is_alert: true, outcome: 'missing' });
  const live = (await shops.server.app.releases.live({ id: shop.projectId })).number;
  expect((await historyOf(id)).slice(before)).toMatchObject([{ position: null, cause: 'release', release: live }]);
  expect(await isPublic()).toMatchObject([{ details: { item: 'Kettle', beforePlace: 1, nowPlace: 'missing' } }]);

  await shops.server.call(shop.actor, dismissMessage, { id: (await isPublic())[0]!.id });
  for (const one of unrelated) await removeFixit(one);
  await expect.poll(afterChecks(async () => (await historyOf(id)).length)).toBe(before + 2);
  expect(await isPublic()).toEqual([]);

  await removeFixit(rule);
  await expect.poll(afterChecks(() => read(id))).toMatchObject({ is_alert: false, position: 1 });
  const again = await addFixit('kettles', 'teapot');
  await expect.poll(afterChecks(isPublic)).toHaveLength(1);
  await removeFixit(again);
});

test('an import that goes live is a check, and what it drops is gone', async () => {
  const id = await watch('2', 'kettle', 2);
  shops.host.put('/kettles.ndjson', feedOf([1, 3, 4]));
  await shops.server.call(shop.actor, reloadFeed, { id: shop.feedId });
  await shops.server.imported(shop.actor, shop.feedId);
  await expect.poll(afterChecks(() => read(id))).toMatchObject({ outcome: 'gone', item: null, is_alert: true });
  const last = (await historyOf(id)).at(-1);
  expect(last).toMatchObject({ cause: 'import', position: null });
});

test('somebody can have all of them checked, or one', async () => {
  const [one, other] = [await watch('1', 'By hand'), await watch('3', 'By hand')];
  const countOf = async (id: number) => (await historyOf(id)).length;
  const before = [await countOf(one), await countOf(other)];
  expect((await shops.server.call(shop.actor, checkNow, { c: c(), ids: [one] })).data).toEqual({ count: 1 });
  await expect.poll(() => countOf(one)).toBe(before[0]! + 1);
  expect(await countOf(other)).toBe(before[1]);
  const { data } = await shops.server.call(shop.actor, checkNow, { c: c() });
  expect(data!.count).toBeGreaterThan(1);
  await expect.poll(() => countOf(other)).toBe(before[1]! + 1);
});

test('another query in the same row begins a history of its own', async () => {
  const id = await watch('1', 'kettle with');
  expect(await historyOf(id)).toMatchObject([{ position: 2 }]);
  await shops.server.call(shop.actor, checkItems.update, { id, elastic_item_id: '4', term: 'pot', alert_above: 0 });
  // The check that the change asks for may be done before its own answer.
  await expect.poll(() => historyOf(id)).toHaveLength(1);
  expect(await historyOf(id)).toMatchObject([{ position: null, outcome: 'missing' }]);
});

test('ends the alert of a deleted item', async () => {
  const id = await watch('4', 'nothing like it', 1);
  const told = async () => (await messages()).filter(({ details }) => details['query'] === 'nothing like it');
  expect(await told()).toHaveLength(1);
  await shops.server.call(shop.actor, checkItems.remove, { id });
  await expect.poll(told).toEqual([]);
});

test('shows the place of an item before it is watched, and which check item watches it', async () => {
  const id = await watch('3', 'glass');
  const ask = async (elastic_item_id: string, term: string) =>
    (await shops.server.call(shop.actor, readPlace, { c: c(), elastic_item_id, term })).data;
  expect(await ask('3', 'GLASS')).toMatchObject({ position: 1, total_count: 1, watched_by: id, item: { id: '3' } });
  expect(await ask('1', 'kettle')).toMatchObject({ position: 1, outcome: 'found' });
  expect(await ask('99', 'kettle')).toMatchObject({ item: null, outcome: 'gone', watched_by: null });
});

test('an item that the collection has not is refused, and one that is gone can still be changed', async () => {
  const input = { c: c(), elastic_item_id: 'no-such-item', term: 'kettle', alert_above: 0 };
  const { status, errors } = await shops.server.call(shop.actor, checkItems.create, input);
  expect([status, errors[0]]).toMatchObject([422, { field: 'elastic_item_id', code: 'notInCatalogue' }]);
  const { data } = await shops.server.call(shop.actor, checkItems.list, { c: c() });
  const gone = data!.items.find(({ outcome }) => outcome === 'gone')!;
  const changed = { id: gone.id, elastic_item_id: gone.elastic_item_id, term: gone.term, alert_above: 7 };
  expect((await shops.server.call(shop.actor, checkItems.update, changed)).status).toBe(200);
});

test('proposes the most clicked item of a frequent query, otherwise the first, and nothing without searches', async () => {
  const proposals = async () => (await shops.server.call(shop.actor, readProposals, { c: c() })).data;
  expect(await proposals()).toEqual([]);
  const day = dayOf(Date.now(), 'UTC');
  const place = { projectId: shop.projectId, collectionId: c(), day };
  const searched = (term: string, searchCount: number) => ({ ...place, term, searchCount, itemCount: 2 });
  await addSearched(shops.server.app.db, [
    searched('kettle lid', 2),
    searched('kettle', 90),
    searched('teapot', 40),
    searched('jana@check-items.example [e-mail]', 60),
  ]);
  await eventStore(shops.server.app.db).add([
    {
      ...place,
      eventId: 'click-1',
      type: 'click',
      itemId: '3',
      happenedAt: Date.now(),
      queryId: null,
      position: null,
      quantity: null,
      price: null,
      currency: null,
      visitor: 'v',
    },
  ]);
  // The third kettle is watched for its query already, and the terms of one visitor, or with an address in them, aren't told.
  await new Promise((resolve) => setTimeout(resolve, 5_100));
  expect(await proposals()).toEqual([{ term: 'teapot', elastic_item_id: '4', name: 'Teapot' }]);
});
