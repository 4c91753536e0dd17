import { demoShopPath, previewName } from '#contract/plugin/plugin-preview.ts';
import { authorize, rotateSecret } from '#features/developer/credentials/credentials.contract.ts';
import { makePreview } from '#features/developer/plugin/plugin.contract.ts';
import { requestOf, testPassword } from '#testing/test-app.ts';
import { beforeEach, describe, expect, test, vi, afterAll, beforeAll } from 'vitest';
import { keptProjectDays, maximumProjects } from '#contract/limits.ts';
import { dayMs } from '#contract/days.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import { verify, register } from '#features/account/account.contract.ts';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import { reloadFeed, readFeed, uploadFeedFile } from '#features/data/feeds/feeds.contract.ts';
import { importDue } from '#features/data/schedules/server/schedules.service.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import {
  listProjects,
  readProject,
  listDeletedProjects,
  readProjectLosses,
  removeProject,
  restoreProject,
  createProject,
  copyProject,
} from '#features/owner/projects/projects.contract.ts';
import { banners, uploadBannerPicture } from '#features/search-settings/banners/banners.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { lamps, type FeedShop, type FeedShops, sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import { ownMany, openBearer } from '#testing/calls/full-project.ts';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Envelope, projectHeader, sessionHeader } from '#contract/envelope.ts';
import { crashVariable, type CrashPoint, purgePoints } from '#process-kit/crash-point.ts';
import { crashAt } from '#process-kit/testing/crashing-process.ts';
import { purgeDeletedProjects } from './deletion.server.ts';
import { databaseName } from '#apps/server/data-directory.ts';
import { databaseAsItIs } from '#server/db/testing/database-as-it-is.ts';
import { rowsOfProject } from '#server/db/testing/foreign-rows.ts';
import type { Database } from '#server/db/schema.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { kindOf } from '#testing/raw-database.ts';
import { type ServerProcess, startServerProcess } from '#testing/processes/test-process.ts';
import { createTestDatabase } from '#testing/test-database.ts';

const shops = await sharedFeedShops();
let shop: FeedShop;
let count = 0;
beforeEach(async () => {
  shop = await shops.shop(shops.host.put(`/shop${(count += 1)}.ndjson`, lamps(10)));
  await shops.server.imported(shop.actor, shop.feedId);
});

const call: FeedShops['server']['call'] = (...asked) => shops.server.call(...asked);
const search = () => call({}, frontSearch, { token: shop.actor.project!, q: 'lamp' });
const remove = (name = 'Shop') => call(shop.actor, removeProject, { id: shop.projectId, name });

/** Somebody else who works in the project. */
async function colleague(isOwner: 0 | 1 = 0) {
  const email = `colleague${(count += 1)}@deletion.example`;
  const actor = await shops.server.signUp(email);
  const member = { project_id: shop.projectId, user_id: actor.userId, is_owner: isOwner, user_groups: '[1,2,3,4,5]' } as const;
  await shops.server.app.db.insertInto('member').values(member).execute();
  return { ...actor, project: shop.actor.project! };
}

describe('deleting', () => {
  test('says what would go', async () => {
    await call(shop.actor, synonyms.create, { term: 'sofa', synonyms: ['couch'] });
    await colleague();
    const { data } = await call(shop.actor, readProjectLosses, { id: shop.projectId });
    expect(data).toEqual({ item_count: 10, rule_count: 1, user_count: 2 });
  });

  test('goes on while search is down, which can only not say how many items go', async () => {
    const asked = vi.spyOn(shops.server.app.engine, 'generations').mockRejectedValue(new SearchDownError('away'));
    try {
      const { data } = await call(shop.actor, readProjectLosses, { id: shop.projectId });
      expect(data).toEqual({ item_count: null, rule_count: 0, user_count: 1 });
      expect((await remove()).status).toBe(200);
    } finally {
      asked.mockRestore();
    }
  });

  test('leaves a copy of the project its pictures', async () => {
    const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(64, 7)]);
    const { method, path: url } = uploadBannerPicture;
    const headers = {
      'content-type': 'application/octet-stream',
      [sessionHeader]: shop.actor.token,
      [projectHeader]: shop.actor.project!,
    };
    const sent = await shops.server.app.http.inject({ method, url, headers, payload: png });
    const image = sent.json<Envelope<{ address: string }>>().data!.address;
    const elsewhere = 'https://shop.example/sale.png';
    for (const [at, one] of [image, elsewhere].entries())
      await call(shop.actor, banners.create, {
        c: shop.collectionId,
        name: `Sale ${at}`,
        queries: ['lamp'],
        image: one,
        alt: 'Sale',
      });
    const { data } = await call(shop.actor, copyProject, { id: shop.projectId, name: 'Copy', parts: ['rules'] });
    await remove();
    await purgeDeletedProjects(shops.server.app, AbortSignal.timeout(60_000), Date.now() + (keptProjectDays + 1) * dayMs);
    const answerOf = (address: string) => shops.server.app.http.inject({ url: new URL(address).pathname });
    expect((await answerOf(image)).statusCode).toBe(404);
    const copy = { ...shop.actor, project: data!.token };
    const c = (await call(copy, listCollections, {})).data![0]!.id;
    const [own, other] = (await call(copy, banners.list, { c })).data!.items.map((one) => one.image);
    expect((await answerOf(own!)).rawPayload).toEqual(png);
    expect(other).toBe(elsewhere);
  });

  test('takes the name, as it is read, and nothing else', async () => {
    for (const name of ['shop', 'Shop 2']) {
      const refused = await remove(name);
      expect(refused.errors).toMatchObject([{ field: 'name', code: 'nameDiffers' }]);
    }
    expect((await remove('')).errors).toMatchObject([{ field: 'name', code: 'required' }]);
    expect((await call(shop.actor, readProject, { id: shop.projectId })).status).toBe(200);
    expect((await remove(' Shop ')).status).toBe(200);
  });

  test('is for owners; of several who do it at once, one does', async () => {
    const member = await colleague();
    expect((await call(member, removeProject, { id: shop.projectId, name: 'Shop' })).status).toBe(403);
    const statuses = (await Promise.all([remove(), remove(), remove()])).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 404, 404]);
  });

  test('leaves shops and their servers without answers, and people with who did it', async () => {
    const member = await colleague();
    const bearer = await openBearer(shops.server.app.db, shop.projectId);
    expect((await call({ bearer }, frontSearch, { q: 'lamp' })).status).toBe(200);
    await remove();
    await expect.poll(async () => (await search()).status).toBe(401);
    expect((await call({ bearer }, frontSearch, { q: 'lamp' })).status).toBe(401);
    for (const actor of [shop.actor, member]) {
      const told = { status: 404, errors: [{ code: 'projectDeleted', parameters: { person: 'Test Person' } }] };
      expect(await call(actor, listCollections, {})).toMatchObject(told);
      expect(await call(actor, readProject, { id: shop.projectId })).toMatchObject(told);
      expect(await call(actor, verify, {})).toMatchObject({ err: 2, sales_channel: null });
      expect((await call(actor, listProjects, {})).data).toEqual([]);
    }
    const stranger = await shops.server.signUp(`stranger${count}@deletion.example`);
    const gone = await call({ ...stranger, project: shop.actor.project! }, listCollections, {});
    expect(gone).toEqual(await call({ ...stranger, project: 'no-such-project' }, listCollections, {}));
    expect(gone.errors).toMatchObject([{ code: 'notFound' }]);
  });

  test('ends every token of it in every call, also where an answer was kept', async () => {
    const { app } = shops.server;
    const bearer = await openBearer(app.db, shop.projectId);
    const { data: credentials } = await call(shop.actor, rotateSecret, { keeps_old: true });
    const { data: plugin } = await call(shop.actor, makePreview, {});
    const token = shop.actor.project!;
    const calls = app.endpoints.filter(({ needs }) => needs === 'shop' || needs === 'api');
    const statuses = async () => {
      const asked = calls.flatMap((endpoint) => [
        ...(endpoint.needs === 'shop' ? [requestOf({}, endpoint, { token, preview: plugin!.preview!.secret })] : []),
        requestOf({ bearer }, endpoint, {}),
      ]);
      return new Set(await Promise.all(asked.map(async (one) => (await app.http.inject(one)).statusCode)));
    };
    expect(await statuses()).not.toContain(401);
    expect((await call({}, authorize, credentials!)).status).toBe(200);
    await remove();
    await expect.poll(async () => [...(await statuses())]).toEqual([401]);
    expect((await call({}, authorize, credentials!)).status).toBe(401);
    for (const query of ['', `?${previewName}=${plugin!.preview!.secret}`])
      expect((await app.http.inject(demoShopPath(token) + query)).statusCode).toBe(404);
  });

  test('stops its imports, and begins none', async () => {
    const { db } = shops.server.app;
    await call(shop.actor, reloadFeed, { id: shop.feedId });
    await remove();
    const unfinished = () => db.selectFrom('job').select('kind').where('finished_at', 'is', null).execute();
    await expect.poll(unfinished).toEqual([]);
    const imports = () => db.selectFrom('import').select('state').where('project_id', '=', shop.projectId).execute();
    const before = await imports();
    await db.updateTable('feed_schedule').set({ next_at: 1 }).where('project_id', '=', shop.projectId).execute();
    await importDue(shops.server.app);
    expect(await imports()).toEqual(before);
    expect(before.map(({ state }) => state)).not.toContain('running');
  });
});

describe('restoring', () => {
  test('brings everything back for its owners alone', async () => {
    await call(shop.actor, synonyms.create, { term: 'sofa', synonyms: ['couch'] });
    const [member, other] = [await colleague(), await colleague(1)];
    const { data } = await remove();
    expect(data!.restorable_until).toBeGreaterThan(Date.now() + (keptProjectDays - 1) * dayMs);
    const asked = { id: shop.projectId };
    expect((await call(member, listDeletedProjects, {})).data).toEqual([]);
    expect((await call(member, restoreProject, asked)).status).toBe(404);
    expect((await call(other, listDeletedProjects, {})).data).toMatchObject([
      { id: shop.projectId, name: 'Shop', deleted_by: 'Test Person', restorable_until: data!.restorable_until },
    ]);
    expect(await call(other, verify, {})).toMatchObject({ owns_projects: true });
    expect((await call(other, restoreProject, asked)).data).toMatchObject({ token: shop.actor.project });
    expect((await call(other, restoreProject, asked)).status).toBe(404);
    await expect.poll(async () => (await search()).data?.items.length).toBeGreaterThan(0);
    expect((await call(member, synonyms.list, {})).data?.items).toMatchObject([{ term: 'sofa' }]);
    expect((await call(shop.actor, listDeletedProjects, {})).data).toEqual([]);
  });

  test('ends with its days, and with as many projects as one person may own', async () => {
    const { db } = shops.server.app;
    await remove();
    const deleted = db.updateTable('project').where('id', '=', shop.projectId);
    await deleted.set({ deleted_at: Date.now() - keptProjectDays * dayMs - 1 }).execute();
    expect((await call(shop.actor, listDeletedProjects, {})).data).toEqual([]);
    expect((await call(shop.actor, restoreProject, { id: shop.projectId })).status).toBe(404);
    await deleted.set({ deleted_at: Date.now() }).execute();
    const owner = await db
      .selectFrom('member')
      .select('user_id')
      .where('project_id', '=', shop.projectId)
      .executeTakeFirstOrThrow();
    await ownMany(db, owner.user_id, maximumProjects);
    const refused = await call(shop.actor, restoreProject, { id: shop.projectId });
    expect(refused).toMatchObject({ status: 409, errors: [{ code: 'tooManyProjects' }] });
    expect((await call(shop.actor, listDeletedProjects, {})).data).toHaveLength(1);
  });
});

describe('a purge that is killed', async () => {
  const data = mkdtempSync(path.join(tmpdir(), 'aisle-purge-'));
  const point = path.join(data, 'point');
  const { url, drop } = await createTestDatabase(data);
  const env = {
    AISLE_DATA: data,
    AISLE_SEARCH_THREADS: '0',
    [crashVariable]: point,
    ...(url !== null && { AISLE_DATABASE_URL: url }),
  };
  const name = 'Gone';
  const importMs = 60_000;
  let projectId: number;

  /** In the data folder. */
  let places: string[];

  async function inDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    const db = databaseAsItIs(kindOf(url ?? path.join(data, databaseName)));
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  }

  async function uploaded(server: ServerProcess, token: string): Promise<string> {
    const answer = await fetch(server.url + uploadFeedFile.path.replace('{file_name}', 'lamps.csv'), {
      method: uploadFeedFile.method,
      headers: { 'content-type': 'application/octet-stream', [sessionHeader]: token },
      body: 'id;name\n1;Lamp\n2;Chair\n',
    });
    return ((await answer.json()) as Envelope<{ feed_url: string }>).data!.feed_url;
  }

  /** A project that was deleted so long ago that nobody can restore it, in the data of a server that has ended. */
  beforeAll(async () => {
    const server = await startServerProcess(env);
    const person = { name: 'A', surname: 'B', email: 'a@example.com', password: testPassword, agree: true };
    const { data: session } = await server.call({}, register, { ...person, password_confirmation: testPassword });
    const token = session!.token!;
    const feed_url = await uploaded(server, token);
    const shop = { name, language: 'en', data_source: 'custom_feed', feed_url, file_name: 'lamps.csv' } as const;
    const { data: project } = await server.call({ token }, createProject, shop);
    const actor = { token, project: project!.token };
    const state = async () => (await server.call(actor, readFeed, { id: project!.feed_id! })).data?.last_import?.state;
    await vi.waitFor(async () => expect(await state()).toBe('done'), { timeout: importMs });
    expect((await server.call({ token }, removeProject, { id: project!.id, name })).status).toBe(200);
    expect(await server.stop()).toBe(0);
    const collection = engineCollection(project!.collection_id);
    places = [`search/${collection}`, `uploads/${feed_url.slice('upload:'.length)}`];
    projectId = project!.id;
    await inDatabase((db) => db.updateTable('project').set({ deleted_at: 1 }).where('id', '=', projectId).execute());
    expect(filesLeft()).toEqual(places);
  });
  afterAll(async () => {
    await drop();
    rmSync(data, { recursive: true, force: true });
  });

  const rowsLeft = () =>
    inDatabase(async (db) =>
      [...(await rowsOfProject(db, projectId))].filter(([, rows]) => rows.length > 0).map(([table]) => table),
    );

  const filesLeft = (): string[] => places.filter((place) => isFilled(path.join(data, place)));

  /** True for a file, or a folder with files in it. */
  const isFilled = (place: string): boolean =>
    existsSync(place) &&
    (!statSync(place).isDirectory() || readdirSync(place, { recursive: true, withFileTypes: true }).some((one) => one.isFile()));

  /** Starts the server, which purges at once and is killed at the point, mostly before it is ready. */
  async function startedAndKilled(at: CrashPoint): Promise<void> {
    writeFileSync(point, at);
    const server = await startServerProcess(env).catch(String);
    if (typeof server === 'string') return crashAt(at, Promise.resolve(), () => server);
    await crashAt(at, once(server.child, 'close'), server.output);
  }

  test.each(purgePoints)('a project that is deleted for good and cut off at %s is not forgotten', async (at) => {
    await startedAndKilled(at);
    expect(await rowsLeft()).toContain('project');
  });

  test('after all of that, it is gone once the server is back', async () => {
    const server = await startServerProcess(env);
    await expect.poll(rowsLeft).toEqual([]);
    expect(filesLeft()).toEqual([]);
    expect(await server.stop()).toBe(0);
  });
});
