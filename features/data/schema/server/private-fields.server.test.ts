import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listFields, inputOf, updateField } from '#features/data/schema/schema.contract.ts';
import { putItems } from '#features/data/item-api/item-api.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { listMessages } from '#features/general/messages/messages.contract.ts';
import { restoreRelease } from '#features/search-settings/releases/releases.contract.ts';
import { openBearer } from '#testing/calls/full-project.ts';
import { memoryFolder } from '#testing/test-database.ts';
import { testAppOf, testConfig } from '#testing/test-app.ts';

const dataDirectory = memoryFolder('private-fields');
const start = () => testAppOf(testConfig({ dataDirectory, databaseUrl: null }));
let server = await start();
afterAll(async () => {
  await server.close();
  await rm(dataDirectory, { recursive: true });
});

const names = ['cost', 'supplier', 'nakupni_cena'];
const owner = await server.emptyShop('owner@example.com');
const scope = { id: owner.projectId };
/** The release in which the fields were open. */
let openRelease = 0;

/** As an earlier version left it, which knew nothing of names. */
async function openAll(): Promise<void> {
  const change = { userId: null, reason: 'schema' };
  await server.app.releases.change(scope, change, async (db) => {
    const opened = db.updateTable('field').set({ archive: 0, archive_decided: 0 }).where('project_id', '=', scope.id);
    await opened.where('name', 'in', names).execute();
  });
}
async function restart(): Promise<void> {
  await server.close();
  server = await start();
}
const found = async () => {
  const { data } = await server.call({}, frontSearch, { token: owner.project, q: 'lamp' });
  return Object.keys(data!.items[0]!).filter((name) => names.includes(name));
};
const messages = async () => (await server.call(owner, listMessages, {})).data!.filter(({ kind }) => kind === 'privateFields');

beforeAll(async () => {
  const item = { id: '1', name: 'Lamp', cost: 4, supplier: 'Zyx', nakupni_cena: 3 };
  await server.call({ bearer: await openBearer(server.app.db, owner.projectId) }, putItems, { items: [item] });
  await openAll();
  openRelease = (await server.app.releases.live(scope)).number;
});

test('private fields of a project that is there are hidden at the next start, and its people are told once', async () => {
  expect(await found()).toEqual(names);
  await restart();
  expect(await found()).toEqual([]);
  expect(await messages()).toMatchObject([
    { details: { fields: names.join(', ') }, address: `/data/schema?c=${owner.collectionId}&kind=private` },
  ]);
});

test('a field that its owner shows stays shown at the next start and when an earlier release is restored', async () => {
  const { data } = await server.call(owner, listFields, { c: owner.collectionId, kind: 'private' });
  expect(data!.items.map(({ name }) => name)).toEqual(names);
  const cost = data!.items.find(({ name }) => name === 'cost')!;
  await server.call(owner, updateField, { ...inputOf(cost), id: cost.id, archive: false });
  await restart();
  expect(await found()).toEqual(['cost']);
  expect(await messages()).toHaveLength(1);
});

test('restoring a release in which a private field was open by default does not open it', async () => {
  expect((await server.call(owner, restoreRelease, { number: openRelease })).status).toBe(200);
  expect(await found()).toEqual(['cost']);
});
