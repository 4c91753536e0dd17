import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { listCollections, recreateCollection } from '#features/data/collections/collections.contract.ts';
import { readFeed, reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { runImport } from '#features/data/import-process/server/run-import.ts';
import type { RunImport } from '#features/data/imports/server/imports.task.ts';
import { importDue } from '#features/data/schedules/server/schedules.service.ts';
import { listSchedules, updateSchedule } from '#features/data/schedules/schedules.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { lamps, type FeedShop, type FeedShops, startFeedShops } from '#testing/feeds/feed-shops.ts';
import { ownMany, settled } from '#testing/calls/full-project.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { readLanguageCost, updateProject, readProject, transferProject } from '#features/owner/projects/projects.contract.ts';
import { maximumProjects } from '#contract/limits.ts';
import { awaitedLetters } from '#testing/letters.ts';
import type { Actor, Owner } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';

let shops: FeedShops;
let shop: FeedShop;
let count = 0;
/** Happens once an import knows what it has to do, and before it does it. */
let duringImport = () => Promise.resolve();
const runLate: RunImport = async (task, listener) => {
  await duringImport();
  return runImport(task, listener);
};
beforeAll(async () => {
  shops = await startFeedShops({ runImport: runLate });
  await shops.server.signUp('admin@example.com');
});
afterAll(() => shops.close());
beforeEach(async () => {
  duringImport = () => Promise.resolve();
  shop = await shops.shop(shops.host.put(`/shop${(count += 1)}.ndjson`, lamps(10)));
  await shops.server.imported(shop.actor, shop.feedId);
});

const change = (changes: Omit<Parameters<typeof shops.server.call<typeof updateProject>>[2], 'id'>) =>
  shops.server.call(shop.actor, updateProject, { id: shop.projectId, ...changes });
const search = (q: string) => shops.server.call({}, frontSearch, { token: shop.actor.project!, q });

test('what is sent is changed, and the rest stays', async () => {
  const { data } = await change({ name: 'Lamps', type: 'front_api', time_zone: 'America/New_York' });
  expect(data).toMatchObject({ name: 'Lamps', type: 'front_api', is_live: true, time_zone: 'America/New_York', active: true });
  expect((await change({ url: 'https://lamps.example' })).data).toMatchObject({ name: 'Lamps', url: 'https://lamps.example' });
});

test('changes the first feed, and imports it again', async () => {
  const feed_url = shops.host.put('/other.csv', 'id;name\n1;Bedside lamp\n');
  expect((await change({ feed_url, feed_separator: ';', feed_type: 'csv' })).data).toMatchObject({ feed_url, feed_type: 'csv' });
  const { data } = await shops.server.call(shop.actor, readFeed, { id: shop.feedId });
  expect(data).toMatchObject({ feed_url, feed_separator: ';', need_import: true });
  expect((await change({ feed_url: 'ftp://lamps.example/x' })).errors[0]).toMatchObject({ field: 'feed_url' });
  await shops.server.imported(shop.actor, shop.feedId);
  const { data: before } = await shops.server.call(shop.actor, readFeed, { id: shop.feedId });
  await change({ name: 'Lamps' });
  const { data: kept } = await shops.server.call(shop.actor, readFeed, { id: shop.feedId });
  expect(kept).toMatchObject({ feed_separator: ';', feed_type: 'csv', last_import: { id: before!.last_import!.id } });
});

test('of two people who saved, the second is told of the first; without a version whatever there is is changed', async () => {
  const began = (await change({ name: 'First' })).data!.updated_at;
  expect((await change({ name: 'Second', updated_at: began })).status).toBe(200);
  const late = await change({ name: 'Third', updated_at: began });
  expect(late.status).toBe(409);
  expect(late.errors).toMatchObject([{ code: 'changedMeanwhile', parameters: { person: 'Test Person' } }]);
  const versions = await Promise.all(Array.from({ length: 5 }, () => change({ name: 'All at once' })));
  expect(new Set(versions.map(({ data }) => data!.updated_at)).size).toBe(5);
});

describe('an inactive project', () => {
  test('answers no shop, and does again once it is active', async () => {
    expect((await search('lamp')).data?.items.length).toBeGreaterThan(0);
    await change({ active: false });
    await expect.poll(async () => (await search('lamp')).errors[0]?.code).toBe('projectInactive');
    expect((await search('lamp')).status).toBe(403);
    await change({ active: true });
    await expect.poll(async () => (await search('lamp')).status).toBe(200);
  });

  test('imports nothing, neither by itself nor when it is asked to', async () => {
    await change({ active: false });
    const { db } = shops.server.app;
    const imports = () => db.selectFrom('import').select('id').where('project_id', '=', shop.projectId).execute();
    const before = await imports();
    await db.updateTable('feed_schedule').set({ next_at: 1 }).where('project_id', '=', shop.projectId).execute();
    await importDue(shops.server.app);
    expect(await shops.server.call(shop.actor, reloadFeed, { id: shop.feedId })).toMatchObject({
      status: 403,
      errors: [{ code: 'projectInactive' }],
    });
    expect(await imports()).toEqual(before);
    await change({ active: true });
    await importDue(shops.server.app);
    await settled(db);
    expect((await imports()).length).toBe(before.length + 1);
  });
});

describe('other clocks', () => {
  test('reschedule daily imports', async () => {
    const daily = { activated: true, schedule: 'daily', schedule_time: '03:00' } as const;
    await change({ time_zone: 'Asia/Tokyo' });
    await shops.server.call(shop.actor, updateSchedule, { id: shop.feedId, ...daily });
    const hourAt = async (zone: string) => {
      const { data } = await shops.server.call(shop.actor, listSchedules, {});
      return new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit' }).format(data![0]!.next_import_at!);
    };
    expect(await hourAt('Asia/Tokyo')).toBe('03');
    await change({ time_zone: 'America/New_York' });
    await importDue(shops.server.app);
    expect(await hourAt('America/New_York')).toBe('03');
  });

  test('have their next midnight, wherever the former ones stood', async () => {
    const { db } = shops.server.app;
    await db.updateTable('project').set({ midnight_day: '2099-01-01' }).where('id', '=', shop.projectId).execute();
    await change({ time_zone: 'Pacific/Honolulu' });
    const project = db.selectFrom('project').select('midnight_day').where('id', '=', shop.projectId);
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Honolulu' }).format(Date.now());
    expect((await project.executeTakeFirstOrThrow()).midnight_day).toBe(today);
  });
});

describe('another language', () => {
  const languageOf = async () => {
    const kept = await shops.server.app.engine.generations(engineCollection(shop.collectionId));
    return kept.find(({ isLive }) => isLive)?.layout.language;
  };

  test('re-analyses all items, and is shown what that costs', async () => {
    const cost = await shops.server.call(shop.actor, readLanguageCost, { id: shop.projectId });
    expect(cost.data).toMatchObject({ item_count: 10 });
    const before = await languageOf();
    await change({ language: before === 'cs' ? 'en' : 'cs' });
    await expect.poll(languageOf).toBe(before === 'cs' ? 'en' : 'cs');
    await settled(shops.server.app.db);
    expect((await shops.server.call(shop.actor, listCollections, {})).data).toMatchObject([{ waiting_changes: 0 }]);
  });

  test('comes to the items of a first import that goes live while it is saved', async () => {
    const { releases, db } = shops.server.app;
    const { promise: mayImport, resolve: letImport } = Promise.withResolvers<void>();
    duringImport = () => mayImport;
    shop = await shops.shop(shops.host.put(`/first${count}.ndjson`, lamps(10)));
    const { promise: isLive, resolve: tellLive } = Promise.withResolvers<void>();
    const { promise: hasRead, resolve: tellRead } = Promise.withResolvers<void>();
    const release = releases.change;
    // Has seen a collection without items, and saves once it has some.
    const held = vi.spyOn(releases, 'change').mockImplementationOnce(async (...asked) => {
      tellRead();
      await isLive;
      return release(...asked);
    });
    const late = change({ language: 'hu' });
    await hasRead;
    expect(await languageOf()).toBeUndefined();
    letImport();
    await shops.server.imported(shop.actor, shop.feedId);
    await settled(db);
    expect(await languageOf()).toBe('en');
    tellLive();
    expect((await late).status).toBe(200);
    held.mockRestore();
    await settled(db);
    expect(await languageOf()).toBe('hu');
  });

  test('joins a recreate that goes on, which ends in it', async () => {
    const { engine, db } = shops.server.app;
    const next = (await languageOf()) === 'cs' ? 'en' : 'cs';
    const { promise: hasSaved, resolve } = Promise.withResolvers<void>();
    const build = engine.recreate;
    const held = vi.spyOn(engine, 'recreate').mockImplementationOnce(async (...asked) => {
      await hasSaved;
      return build.apply(engine, asked);
    });
    const one = { id: shop.collectionId };
    const { data: first } = await shops.server.call(shop.actor, recreateCollection, one);
    await expect.poll(() => held.mock.calls.length).toBe(1);
    expect((await change({ language: next })).status).toBe(200);
    expect((await shops.server.call(shop.actor, recreateCollection, one)).data).toMatchObject({
      id: first!.id,
      state: 'running',
    });
    resolve();
    await settled(db);
    held.mockRestore();
    const runs = db.selectFrom('recreation').select(['id', 'state']).where('collection_id', '=', shop.collectionId);
    expect(await runs.execute()).toEqual([{ id: first!.id, state: 'done' }]);
    expect(await languageOf()).toBe(next);
    expect((await shops.server.call(shop.actor, listCollections, {})).data).toMatchObject([{ waiting_changes: 0 }]);
  });

  test('is that of a query only once its items are in it', async () => {
    const { db, releases } = shops.server.app;
    const built = await languageOf();
    // As long as nothing is rebuilt, plurals are found by the stems of the language that the items are in.
    await releases.change({ id: shop.projectId }, { userId: null, reason: 'test' }, async (handle) => {
      await handle.updateTable('project').set({ language: 'hu' }).where('id', '=', shop.projectId).execute();
    });
    expect(await collectionStore(db).language({ id: shop.projectId })).toBe('hu');
    expect(await languageOf()).toBe(built);
    expect((await search('lamps')).data?.items.length).toBeGreaterThan(0);
    expect((await shops.server.call(shop.actor, listCollections, {})).data?.[0]?.waiting_changes).toBeGreaterThan(0);
  });

  test('comes to an import that began in the former one, too', async () => {
    const next = (await languageOf()) === 'cs' ? 'en' : 'cs';
    const { db } = shops.server.app;
    duringImport = async () => {
      await db.updateTable('project').set({ language: next }).where('id', '=', shop.projectId).execute();
    };
    shops.host.put(`/shop${count}.ndjson`, lamps(11));
    await shops.server.call(shop.actor, reloadFeed, { id: shop.feedId });
    await shops.server.imported(shop.actor, shop.feedId);
    await settled(db);
    expect(await languageOf()).toBe(next);
  });
});

test('who only works in it changes nothing, and learns no cost', async () => {
  const { db } = shops.server.app;
  const person = await shops.server.signUp(`helper${count}@example.com`);
  const { id: userId } = await db.selectFrom('user').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const member = { project_id: shop.projectId, user_id: userId, is_owner: 0, user_groups: '[1,2,3,4,5]' } as const;
  await db.insertInto('member').values(member).execute();
  const asked = { id: shop.projectId };
  expect((await shops.server.call(person, updateProject, { ...asked, name: 'Mine' })).status).toBe(403);
  expect((await shops.server.call(person, readLanguageCost, asked)).status).toBe(403);
});

test('a project may have more or fewer calls answered than others, within bounds, and as usual again', async () => {
  const rates = { visitor_calls_per_second: 3, project_calls_per_second: 5 };
  expect((await change(rates)).data).toMatchObject(rates);
  const wrong = await change({ visitor_calls_per_second: 0, project_calls_per_second: 100_001 });
  expect(wrong.errors.map(({ field, code }) => `${field} ${code}`)).toEqual([
    'visitor_calls_per_second notBetween',
    'project_calls_per_second notBetween',
  ]);
  const refusedOf = async () => {
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await search('lamp')).status));
    return statuses.filter((status) => status === 429).length;
  };
  // A shop's token is remembered for a second.
  await expect.poll(refusedOf).toBeGreaterThanOrEqual(15);
  await change({ visitor_calls_per_second: null, project_calls_per_second: null });
  await expect.poll(refusedOf).toBe(0);
});

const server = await sharedServer();
const { admin } = server;

describe('a transfer of the ownership', () => {
  let owner: Owner;

  beforeEach(async () => {
    owner = await server.emptyShop(`owner${(count += 1)}@ownership.example`);
  });

  async function colleague(blocked: 0 | 1 = 0) {
    const actor = await server.signUp(`colleague${(count += 1)}@ownership.example`);
    const member = {
      project_id: owner.projectId,
      user_id: actor.userId,
      is_owner: 0,
      user_groups: '[1]',
      is_blocked: blocked,
    } as const;
    await server.app.db.insertInto('member').values(member).execute();
    return actor;
  }
  const give = (actor: Actor, user_id: number, stays = true) =>
    server.call(actor, transferProject, { id: owner.projectId, user_id, stays });
  const rights = async (actor: Actor) => (await server.call(actor, readProject, { id: owner.projectId })).data?.rights ?? null;

  test('transfers the project, keeps the former owner as a member and mails both', async () => {
    const next = await colleague();
    expect((await give(owner, next.userId)).status).toBe(200);
    expect(await rights(next)).toMatchObject({ is_owner: true });
    expect(await rights(owner)).toMatchObject({ is_owner: false, user_groups: [1, 2, 3, 4, 5].map((id) => ({ id })) });
    const [told] = await awaitedLetters(server.dataDirectory, next.email);
    expect(told).toContain('Test Person made you the owner of the project Empty');
    expect((await awaitedLetters(server.dataDirectory, owner.email))[0]).toContain('You stay in it');
    expect((await give(owner, owner.userId)).status).toBe(403);
  });

  test('or leaves it', async () => {
    const next = await colleague();
    await give(owner, next.userId, false);
    expect(await rights(owner)).toBeNull();
    expect((await awaitedLetters(server.dataDirectory, owner.email))[0]).toContain('You have left it.');
  });

  test('it is given to people who work in it and can act, and by its owner alone', async () => {
    const [next, blocked] = [await colleague(), await colleague(1)];
    const stranger = await server.signUp(`stranger${count}@ownership.example`);
    expect((await give(owner, blocked.userId)).errors).toMatchObject([{ code: 'notFound' }]);
    expect((await give(owner, stranger.userId)).errors).toMatchObject([{ code: 'notFound' }]);
    expect((await give(owner, 999_999)).errors).toMatchObject([{ code: 'notFound' }]);
    expect((await give(owner, owner.userId)).status).toBe(403);
    expect((await give(next, next.userId)).status).toBe(403);
    expect((await give(stranger, next.userId)).status).toBe(404);
    expect(await rights(owner)).toMatchObject({ is_owner: true });
  });

  test('transfers to one of two concurrent new owners', async () => {
    const [one, other] = [await colleague(), await colleague()];
    const statuses = (await Promise.all([give(owner, one.userId), give(owner, other.userId)])).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 403]);
    const owners = server.app.db.selectFrom('member').select('user_id').where('project_id', '=', owner.projectId);
    expect(await owners.where('is_owner', '=', 1).execute()).toHaveLength(1);
  });

  test('an administrator adds an owner and takes nobody’s place', async () => {
    const next = await colleague();
    expect((await give(admin, next.userId)).status).toBe(200);
    expect(await rights(next)).toMatchObject({ is_owner: true });
    expect(await rights(owner)).toMatchObject({ is_owner: true });
  });

  test('nobody is given more projects than one person may own', async () => {
    const next = await colleague();
    await ownMany(server.app.db, next.userId, maximumProjects);
    expect((await give(owner, next.userId)).errors).toMatchObject([{ code: 'tooManyProjects' }]);
    expect(await rights(owner)).toMatchObject({ is_owner: true });
  });
});
