import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOpenSearchEngine } from '#opensearch/opensearch-engine.ts';
import { changeUserData, readUserData } from '#features/account/profile/profile.contract.ts';
import { listErrorData } from '#features/data/error-data/error-data.contract.ts';
import { updateFeed } from '#features/data/feeds/feeds.contract.ts';
import { removeAisleDocument } from '#features/developer/documents/aisle-documents.contract.ts';
import { readDocument } from '#features/developer/documents/documents.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { createTestDatabase } from '#testing/test-database.ts';
import { openTwoServers } from '#testing/processes/two-servers.ts';

const url = process.env['AISLE_TEST_OPENSEARCH_URL'];
const prefix = `aisle-test-two-${process.pid}-${Date.now().toString(36)}`;
const seen = { interval: 100 };
const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const takeOverMilliseconds = 180_000;

const filesUrl = process.env['AISLE_TEST_FILES_URL'];
const [filesAddress = '', filesSettings = ''] = (filesUrl ?? '').split('?');

const database = url === undefined ? null : await createTestDatabase();

const redisUrl = process.env['AISLE_TEST_REDIS_URL'];

// Without a shared disk.
describe.skipIf(url === undefined || filesUrl === undefined || database?.url == null)('two servers of one database', () => {
  let pair: Awaited<ReturnType<typeof openTwoServers>>;
  beforeAll(async () => {
    pair = await openTwoServers(database?.url ?? '', {
      AISLE_OPENSEARCH_URL: url ?? '',
      AISLE_OPENSEARCH_PREFIX: prefix,
      AISLE_FILES_URL: `${filesAddress}/${prefix}?${filesSettings}`,
      ...(redisUrl !== undefined && { AISLE_REDIS_URL: redisUrl }),
    });
    await pair.ended(pair.servers[0]!);
  }, takeOverMilliseconds);
  afterAll(async () => {
    await pair.close();
    const engine = openOpenSearchEngine({ url: url ?? '', prefix });
    await engine.drop(engineCollection(pair.collectionId));
    await engine.close();
    await database?.drop();
  });

  const expectBoth = async (version: number): Promise<void> => {
    for (const server of pair.servers) await expect.poll(() => pair.found(server), seen).toEqual(pair.whole(version));
  };

  test('what one of them imports is found by both, whole', { timeout: takeOverMilliseconds }, async () => {
    await expectBoth(0);
    for (const [at, server] of pair.servers.entries()) {
      await pair.importNow(server, at + 1);
      expect(await pair.ended(pair.servers[1 - at]!)).toBe('done');
      await expectBoth(at + 1);
    }
  });

  test('an import whose server is killed is done by the other one, once', { timeout: takeOverMilliseconds }, async () => {
    pair.hang();
    expect((await pair.reload(pair.servers[0]!)).status).toBe(200);
    const killed = await pair.importing();
    const other = pair.servers[1 - killed]!;
    await pair.servers[killed]!.kill();
    pair.offer(3);
    expect(await pair.found(other)).toEqual(pair.whole(2));
    expect(await pair.ended(other)).toBe('done');
    await expect.poll(() => pair.found(other), seen).toEqual(pair.whole(3));
    await pair.restart(killed);
    await expectBoth(3);
    expect(await pair.states(other)).toEqual(['done', 'done', 'done', 'done']);
  });

  test(
    'a feed that was uploaded to one of them is imported by the other, and what it brought is read at both',
    { timeout: takeOverMilliseconds },
    async () => {
      const [first, second] = [pair.servers[0]!, pair.servers[1]!];
      const badItem = JSON.stringify({ id: 'bad', name: '', price: 'much' });
      const feed_url = await pair.upload(second, `${pair.bodyOf(4)}\n${badItem}`);
      await second.kill();
      const changed = { id: pair.feedId, name: 'Lamps', collection_id: pair.collectionId, feed_url, file_name: 'lamps.ndjson' };
      expect(await first.call(pair.actor, updateFeed, changed)).toMatchObject({ status: 200 });
      expect(await pair.ended(first)).toBe('done');
      await pair.restart(1);
      await expectBoth(4);
      for (const server of pair.servers) {
        const { data: problems } = await server.call(pair.actor, listErrorData, { id: pair.feedId });
        expect(problems?.items.map(({ item }) => item)).toContain('bad');
        const { data: item } = await server.call(pair.actor, readDocument, { id: pair.collectionId, item_id: '7' });
        expect(item?.record?.fields).toContainEqual({ name: 'brand', value: 'version 4', becomes: ['brand'] });
      }
      for (const folder of pair.folders)
        expect(readdirSync(folder).filter((name) => ['uploads', 'records'].includes(name))).toEqual([]);
    },
  );

  test(
    'an item that is removed on one is given by neither, whatever they have kept',
    { timeout: takeOverMilliseconds },
    async () => {
      const { data: before } = await pair.servers[0]!.call({}, frontSearch, { token: pair.actor.project, q: 'Lamp 17' });
      expect(before?.items[0]?.id).toBe('17');
      const removed = await pair.servers[1]!.call(pair.actor, removeAisleDocument, { id: pair.collectionId, item_id: '17' });
      expect(removed.status).toBe(200);
      const isFound = async (at: number): Promise<boolean> => {
        const { data } = await pair.servers[at]!.call({}, frontSearch, { token: pair.actor.project, q: 'Lamp 17' });
        return data!.items.some(({ id }) => id === '17');
      };
      for (const at of [0, 1]) await expect.poll(() => isFound(at), seen).toBe(false);
      for (const at of [0, 1, 0, 1]) expect(await isFound(at)).toBe(false);
    },
  );

  test('a picture that a person sends to one of them is shown by the other', async () => {
    const { data: before } = await pair.servers[0]!.call(pair.actor, readUserData, {});
    const changed = { name: before!.name, surname: before!.surname, email: before!.email, photo: onePixel };
    expect((await pair.servers[0]!.call(pair.actor, changeUserData, changed)).status).toBe(200);
    expect((await pair.servers[1]!.call(pair.actor, readUserData, {})).data?.photo).toMatch(/^data:image\//);
  });
});
