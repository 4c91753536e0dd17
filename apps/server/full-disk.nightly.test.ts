import { mkdirSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBody } from '#contract/endpoint.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { runImport } from '#features/data/import-process/server/run-import.ts';
import { type FeedShops, startFeedShops } from '#testing/feeds/feed-shops.ts';
import { idsByTable, openBearer, settled, shopWithItems } from '#testing/calls/full-project.ts';
import { validCall } from '#testing/calls/sample-input.ts';
import { mountSmallDisk, noDisk } from '#testing/processes/small-disk.ts';
import type { Actor } from '#testing/test-app.ts';

const isSqlite = process.env.AISLE_TEST_DATABASE_URL === undefined;
const diskMegabytes = 16;
const told = [503, 507];

const disk = mountSmallDisk(diskMegabytes);

describe.skipIf(disk === null)('every call on a disk without room', () => {
  const { folder, fillBut, empty, close } = disk ?? noDisk;
  let shops: FeedShops;
  let mayImport = true;
  let made: Awaited<ReturnType<typeof shopWithItems>>;
  beforeAll(async () => {
    mkdirSync(folder);
    shops = await startFeedShops({
      dataDirectory: folder,
      runImport: (task, listener) => (mayImport ? runImport(task, listener) : Promise.resolve({ kind: 'unchanged' })),
    });
    made = await shopWithItems(shops, 'full');
    mayImport = false;
  });
  afterAll(async () => {
    empty();
    await shops.close();
    close();
  });

  test('is answered or refused with 507, and works again once there is room', async () => {
    const { server } = shops;
    const { db, endpoints } = server.app;
    const { actor, projectId, collectionId: c } = made;
    await settled(db);
    const ids = ['0', ...Object.values(await idsByTable(db, projectId))];
    const known = { c, collection_id: c, number: 1, item: '0', item_id: '0', field: 'price', field_name: 'price' };
    const bearer = await openBearer(db, projectId);
    const actorOf = (needs: string): Actor => (needs === 'api' ? { bearer } : actor);
    if (isSqlite) await sql`pragma wal_checkpoint(truncate)`.execute(db);
    const failed: string[] = [];
    const statuses: Record<number, number> = {};
    const writing = endpoints.filter(({ method, alsoByGet }) => hasBody(method) || alsoByGet === true || method === 'DELETE');
    for (const endpoint of writing) {
      empty();
      await server.app.disk.look();
      fillBut(0);
      const { status, body } = await validCall(server, actorOf(endpoint.needs), endpoint, ids, known);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status >= 500 && !told.includes(status))
        failed.push(`${endpoint.method} ${endpoint.path}: ${status} ${body.slice(0, 200)}`);
    }
    console.log(statuses);
    expect(failed).toEqual([]);
    const found = async (q: string) => (await server.call({}, frontSearch, { token: actor.project!, q })).data?.total_count;
    expect(await found('lamp')).toBe(10);
    empty();
    await server.app.disk.look();
    expect(await found('lamps')).toBe(10);
    expect((await server.call(actor, synonyms.create, { term: 'again', synonyms: ['lamp'] })).status).toBe(200);
  });
});
