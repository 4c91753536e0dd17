import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPhrase, minePhrases } from '#features/data/phrases/phrases.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import type { Database } from '#server/db/schema.ts';
import { startFeedHost } from '#testing/feeds/feed-host.ts';
import { openShop } from '#testing/feeds/feed-shops.ts';
import { idsByTable, settled, shopWithItems } from '#testing/calls/full-project.ts';
import { createTestDatabase } from '#testing/test-database.ts';
import { requestOf, type TestApp, testAppOf, testConfig } from '#testing/test-app.ts';
import { type ValidCall, validCall } from '#testing/calls/sample-input.ts';

const damage = '{"half';
let server: TestApp;
let shop: Awaited<ReturnType<typeof shopWithItems>>;
const reading: ValidCall[] = [];
const damaged: string[] = [];

const dataDirectory = await mkdtemp(path.join(tmpdir(), 'aisle-damaged-'));
const database = await createTestDatabase();
const host = await startFeedHost();
const start = () => testAppOf(testConfig({ dataDirectory, databaseUrl: database.url, allowedPrivateFeeds: [host.host] }));

/** Rules only for releases, as searches need the collection's settings. */
async function damageAll(db: Database): Promise<void> {
  for (const { name, columns } of await db.introspection.getTables()) {
    for (const column of columns.filter(({ dataType }) => /text/i.test(dataType))) {
      const [table, text] = [sql.table(name), sql.ref(column.name)];
      const isRule = name === 'released_row' ? sql`source = 'synonyms'` : sql`1 = 1`;
      const isJson = sql`(${text} like '{%' or ${text} like '[%')`;
      const done = await sql`update ${table} set ${text} = ${damage} where ${isJson} and ${isRule} returning 1`.execute(db);
      if (done.rows.length > 0) damaged.push(`${name}.${column.name}`);
    }
  }
}

beforeAll(async () => {
  server = await start();
  shop = await shopWithItems({ server, host, shop: (url) => openShop(server, url) }, 'damaged');
  const { actor, projectId, collectionId: c } = shop;
  await server.call(actor, synonyms.create, { term: 'lamp', synonyms: ['light'] });
  await server.call(actor, addPhrase, { c, phrase: 'desk lamp' });
  const { db, endpoints } = server.app;
  const message = { kind: 'diskFull', about: 'disk', details: '{}', failure: '{}', address: '/' };
  await db
    .insertInto('message')
    .values({ ...message, project_id: projectId, created_at: Date.now() })
    .execute();
  await settled(db);
  const ids = await idsByTable(db, projectId);
  const known = {
    c,
    collection_id: c,
    import_id: ids['import'],
    number: 1,
    item: '0',
    item_id: '0',
    field: 'price',
    field_name: 'price',
  };
  for (const endpoint of endpoints.filter(
    ({ method, needs }) => method === 'GET' && !['public', 'shop', 'api'].includes(needs),
  )) {
    const call = await validCall(server, actor, endpoint, ['0', ...Object.values(ids)], known);
    if (call.status === 200) reading.push(call);
  }
});
afterAll(async () => {
  await server.close();
  await host.close();
  await database.drop();
  await rm(dataDirectory, { recursive: true, force: true });
});

async function refused(): Promise<string[]> {
  const answers = [];
  for (const { endpoint, input } of reading) {
    const { statusCode, body } = await server.app.http.inject(requestOf(shop.actor, endpoint, input));
    const isGone = statusCode === 404 && endpoint.path.includes('/synonym/');
    if (statusCode !== 200 && !isGone)
      answers.push(`${endpoint.path} ${JSON.stringify(input)}: ${statusCode} ${body.slice(0, 100)}`);
  }
  return answers;
}

test('JSON that can not be read stops no page, neither while the server runs nor when it starts', async () => {
  expect(reading.length).toBeGreaterThan(40);
  await damageAll(server.app.db);
  expect(damaged).toEqual(
    expect.arrayContaining(['feed.mapping', 'field.relevance', 'import.counts', 'message.details', 'synonym.synonyms']),
  );
  expect(await refused()).toEqual([]);
  await server.close();
  server = await start();
  expect(await refused()).toEqual([]);
});

test('jobs go on, and what is saved again can be read', async () => {
  const { actor, collectionId: c } = shop;
  expect((await server.call(actor, minePhrases, { c })).status).toBe(200);
  await settled(server.app.db);
  expect((await server.call(actor, synonyms.list, {})).data?.items).toEqual([]);
  expect((await server.call(actor, synonyms.create, { term: 'chair', synonyms: ['seat'] })).status).toBe(200);
  expect((await server.call(actor, synonyms.list, {})).data?.items).toMatchObject([{ term: 'chair' }]);
});
