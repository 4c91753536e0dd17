import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayOf, startOfDay } from '#contract/days.ts';
import { testQuery } from '#contract/test-query.ts';
import { compareResults } from '#features/developer/compare-results/compare-results.contract.ts';
import { explainItem } from '#features/developer/query-tester/query-tester.contract.ts';
import { frontCatalog } from '#features/front-api/catalog/catalog.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { listLearned, neverLearn } from '#features/search-settings/learned/learned.contract.ts';
import { eventStore } from '#features/front-api/events/server/events.store.ts';
import { queryLogStore } from '#features/front-api/searched-terms/server/query-log.store.ts';
import { saveRelevance } from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';
import { listReleases, restoreRelease } from '#features/search-settings/releases/releases.contract.ts';
import { random } from '#feeds/testing/mutations.ts';
import { addSearched } from '#testing/searched.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { nightlyLearning } from './learn-nightly.ts';
import { learnedStore } from './learned.store.ts';

const server = await sharedServer();
type Shop = Awaited<ReturnType<typeof server.shop>>;

const lastDay = '2026-10-30';
const night = startOfDay(addDays(lastDay, 1), 'UTC') + 4 * 60 * 60 * 1_000;
const query = 'garden';

interface Visit {
  readonly day: string;
  readonly visitor: string;
  readonly network: string;
  readonly chosen: readonly string[];
}

/** A query, or a category that is browsed. */
type Place = { readonly term: string; readonly resultObject: 'search' | 'catalog' };

let number = 0;
async function visited(
  { projectId, collectionId }: Shop,
  ids: readonly string[],
  visits: readonly Visit[],
  place: Place = { term: query, resultObject: 'search' },
): Promise<void> {
  const logged = visits.map((visit) => ({ ...visit, queryId: `look-${(number += 1)}` }));
  const at = (day: string): number => startOfDay(day, 'UTC') + 60_000;
  await queryLogStore(server.app.db).add(
    logged.map(({ day, visitor, network, queryId }) => ({
      before: null,
      after: {
        queryId,
        searchId: queryId,
        projectId,
        collectionId,
        day,
        happenedAt: at(day),
        ...place,
        language: 'en',
        itemCount: ids.length,
        foundAs: null,
        tookMilliseconds: 1,
        visitorHash: visitor,
        uses: [],
        isCounted: place.resultObject === 'search',
        list: JSON.stringify(ids),
        network,
      },
    })),
  );
  await eventStore(server.app.db).add(
    logged.flatMap(({ day, visitor, queryId, chosen }) =>
      chosen.map((itemId) => ({
        eventId: `${queryId}-${itemId}`,
        projectId,
        collectionId,
        day,
        type: 'click' as const,
        itemId,
        queryId,
        visitor,
        happenedAt: at(day) + 1_000,
        position: null,
        quantity: null,
        price: null,
        currency: null,
      })),
    ),
  );
}

/** Visitors of networks of their own, who look at place k with a chance of 1 ÷ k, and choose a third of what they look at. */
function visitsOf(ids: readonly string[], favourite: string | null): Visit[] {
  const next = random(7);
  return Array.from({ length: 20 * 30 }, (_, at): Visit => {
    const likes = (id: string, place: number): boolean => next() * (place + 1) < 1 && next() < (id === favourite ? 0.9 : 0.3);
    const day = addDays(lastDay, (at % 20) - 19);
    return { day, visitor: `visitor ${at}`, network: `network ${at}`, chosen: ids.filter(likes) };
  });
}

const found = async (shop: Shop, tried: object = {}): Promise<string[]> => {
  const { data } = await server.call(shop, testQuery, { c: shop.collectionId, q: query, per_page: 20, ...tried });
  return data!.items.map(({ id }) => id);
};
const learn = (shop: Shop, at = night) => nightlyLearning(server.app)(undefined, { id: shop.projectId }, at);
const releases = async (shop: Shop) => (await server.call(shop, listReleases, {})).data!.items;
const learnedOf = ({ projectId, collectionId }: Shop) => learnedStore(server.app.db).all({ id: projectId, collectionId });

/** The setting of collections from before it is off. */
async function turnLearning(shop: Shop, learning: 'off' | 'careful' | 'strong') {
  const settings = { collection_id: shop.collectionId, relevant_rate: 70 as const, fields: [], learning };
  expect((await server.call(shop, saveRelevance, settings)).status).toBe(200);
}

describe('after a month in which visitors preferred an item', () => {
  let shop: Shop;
  let before: string[];
  let favourite: string;
  beforeAll(async () => {
    shop = await server.shop();
    before = await found(shop);
    favourite = before[5]!;
    await visited(shop, before, visitsOf(before, favourite));
    await learn(shop);
  });

  test('ranks it higher in a release of its own', async () => {
    expect((await found(shop)).indexOf(favourite)).toBeLessThan(before.indexOf(favourite));
    const [newest] = await releases(shop);
    expect(newest).toMatchObject({ reason: 'learning', user: null, counts: { learned: { added: 1 } } });
    expect(await learnedOf(shop)).toMatchObject([{ key: 'garden', query, state: 'learned', searches: expect.any(Number) }]);
  });

  test('explains the score by the choices, and compares items by it', async () => {
    const asked = { c: shop.collectionId, q: query, filters: '' };
    const { data } = await server.call(shop, explainItem, { ...asked, id: favourite });
    const place = (await found(shop)).indexOf(favourite) + 1;
    expect(data!.learned).toMatchObject({ query, from: 6, to: place, chosen: expect.any(Number) });
    const { items } = (await server.call(shop, testQuery, { c: shop.collectionId, q: query })).data!;
    expect(data!.score).toBeCloseTo(items[place - 1]!.score, 3);
    const compared = await server.call(shop, compareResults, { ...asked, a: favourite, b: items[place]!.id });
    expect(compared.data!.verdict).toMatchObject({ ahead: 'a', reason: 'score' });
  });

  test('learns a day once, also on two servers', async () => {
    const last = (await releases(shop))[0]!.number;
    await Promise.all([learn(shop), learn(shop)]);
    expect((await releases(shop))[0]!.number).toBe(last);
  });

  test('gives the former order in an earlier release, and after restoring it', async () => {
    const learned = await found(shop);
    const [newest, earlier] = await releases(shop);
    expect(await found(shop, { release: String(earlier!.number) })).toEqual(before);
    await server.call(shop, restoreRelease, { number: earlier!.number });
    expect(await found(shop)).toEqual(before);
    await server.call(shop, restoreRelease, { number: newest!.number });
    expect(await found(shop)).toEqual(learned);
  });

  test('ranks as before while it is off, and by less while it is careful', async () => {
    const learned = await found(shop);
    await turnLearning(shop, 'off');
    expect(await found(shop)).toEqual(before);
    await turnLearning(shop, 'strong');
    const strong = await found(shop);
    expect(strong.indexOf(favourite)).toBeLessThanOrEqual(learned.indexOf(favourite));
    await turnLearning(shop, 'careful');
    expect(await found(shop)).toEqual(learned);
  });

  test('forgets a query whose counts somebody dropped, and never learns one that is off', async () => {
    const [row] = await learnedOf(shop);
    const c = shop.collectionId;
    const listed = async (state: 'learned' | 'never') => (await server.call(shop, listLearned, { c, state })).data!.items;
    const place = (await found(shop)).indexOf(favourite) + 1;
    const moves = expect.arrayContaining([expect.objectContaining({ id: favourite, from: 6, to: place })]);
    expect(await listed('learned')).toMatchObject([{ id: row!.id, query, moves, order: expect.arrayContaining([favourite]) }]);
    await server.call(shop, neverLearn, { c, ids: [row!.id], is_never: true });
    await server.call(shop, neverLearn, { c, ids: [row!.id], is_never: true, is_undo: true });
    expect(await listed('learned')).toMatchObject([{ id: row!.id, query, moves }]);
    await server.call(shop, neverLearn, { c, ids: [row!.id], is_never: true });
    expect([await listed('learned'), await listed('never')]).toMatchObject([[], [{ id: row!.id, query }]]);
    expect(await found(shop)).toEqual(before);
    await learn(shop, night + 24 * 60 * 60 * 1_000);
    expect(await learnedOf(shop)).toMatchObject([{ state: 'never', ids: [] }]);
    await server.call(shop, neverLearn, { c, ids: [row!.id], is_never: false });
    await learn(shop, night + 48 * 60 * 60 * 1_000);
    expect(await learnedOf(shop)).toEqual([]);
    expect(await found(shop)).toEqual(before);
  });
});

test('learns the order of a category from what visitors choose in it, and of nothing else', async () => {
  const shop = await server.shop();
  const browsed = async (path: string) =>
    (await server.call({}, frontCatalog, { token: shop.project, path, per_page: 20 })).data!;
  const [largest, next] = (await browsed('')).categories.map(({ path }) => path);
  const idsIn = async (path: string) => (await browsed(path)).items.map(({ id }) => id);
  const [before, others, asked] = [await idsIn(largest!), await idsIn(next!), await found(shop)];
  const favourite = before[5]!;
  await visited(shop, before, visitsOf(before, favourite), { term: largest!, resultObject: 'catalog' });
  await learn(shop);
  const after = await idsIn(largest!);
  const place = after.indexOf(favourite);
  expect(place).toBeLessThan(5);
  expect([await idsIn(next!), await found(shop)]).toEqual([others, asked]);

  const c = shop.collectionId;
  const { items } = (await server.call(shop, listLearned, { c })).data!;
  const moves = expect.arrayContaining([expect.objectContaining({ id: favourite, from: 6, to: place + 1 })]);
  expect(items).toMatchObject([{ query: largest, is_category: true, moves }]);
  const filters = JSON.stringify({ category: [largest] });
  const explained = await server.call(shop, explainItem, { c, q: '', filters, id: favourite });
  expect(explained.data!.learned).toMatchObject({ query: largest, from: 6, to: place + 1 });
  const { data } = await server.call({}, frontSearch, { token: shop.project, filters, per_page: 20 });
  expect(data!.items.map(({ id }) => id)).toEqual(after);
});

describe('10,000 clicks of somebody who wants to be found', () => {
  const orderAfter = async (attack: (ware: string) => Visit[]): Promise<string[]> => {
    const shop = await server.shop();
    const before = await found(shop);
    await visited(shop, before, [...visitsOf(before, before[5]!), ...attack(before[8]!)]);
    await learn(shop);
    return found(shop);
  };
  const clicks = (of: (click: number) => Pick<Visit, 'visitor' | 'network'>) => (ware: string) =>
    Array.from({ length: 10_000 }, (_, click): Visit => ({ day: lastDay, chosen: [ware], ...of(click) }));

  test.each([
    ['one network, each as another visitor', (click: number) => ({ visitor: `fake ${click}`, network: '203.0.113' })],
    ['one visitor with many networks', (click: number) => ({ visitor: 'supplier', network: `203.0.${click % 200}` })],
    [
      '200 addresses of a supplier in four networks',
      (click: number) => ({ visitor: `fake ${click % 200}`, network: `203.0.${click % 4}` }),
    ],
  ])('move nothing if they come from %s', async (_, of) => {
    expect(await orderAfter(clicks(of))).toEqual(await orderAfter(() => []));
  });
});

test('learns nothing where learning is off, and all that is stored once it is on', async () => {
  const shop = await server.shop();
  await turnLearning(shop, 'off');
  const before = await found(shop);
  await visited(shop, before, visitsOf(before, before[5]!));
  await learn(shop);
  expect(await learnedOf(shop)).toEqual([]);
  await turnLearning(shop, 'strong');
  await learn(shop);
  expect((await found(shop)).indexOf(before[5]!)).toBeLessThan(5);
});

test.each([
  ['too rarely', 1, null],
  ['often enough', 3, 30],
])('says after how many days learning helps where a query is searched %s', async (_, perDay, days) => {
  const shop = await server.emptyShop();
  const { projectId, collectionId } = shop;
  const day = addDays(dayOf(Date.now(), 'UTC'), -1);
  await addSearched(server.app.db, [{ projectId, collectionId, day, term: 'lamp', searchCount: 30 * perDay, itemCount: 1 }]);
  const { data } = await server.call(shop, listLearned, { c: collectionId });
  expect(data).toMatchObject({ items: [], learning: 'careful', outlook: { query: 'lamp', per_day: perDay, days } });
});
