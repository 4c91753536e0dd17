import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOpenSearchEngine } from '#engine/opensearch/opensearch-engine.ts';
import { engineCollection } from '#server-kit/project-search.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { openTwoServers } from '#server/testing/two-servers.ts';

const url = process.env['AISLE_TEST_OPENSEARCH_URL'];
const prefix = `aisle-test-two-${process.pid}-${Date.now().toString(36)}`;
/** Each server looks for itself what is live. */
const seen = { timeout: 30_000, interval: 100 };
const takeOverMilliseconds = 180_000;

const database = url === undefined ? null : await createTestDatabase();

// Two servers can share a PostgreSQL and an OpenSearch, and nothing less.
describe.skipIf(url === undefined || database?.url == null)('two servers of one database', () => {
  let pair: Awaited<ReturnType<typeof openTwoServers>>;
  beforeAll(async () => {
    pair = await openTwoServers(database?.url ?? '', { AISLE_OPENSEARCH_URL: url ?? '', AISLE_OPENSEARCH_PREFIX: prefix });
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
});
