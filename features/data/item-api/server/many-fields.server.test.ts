import { beforeAll, expect, test } from 'vitest';
import { newField } from '#features/data/collections/server/collection-fields.service.ts';
import { maximumKnownFields } from '#features/data/collections/collections.contract.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { authorizeByPost } from '#features/developer/credentials/credentials.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';

const server = await sharedServer();
let bearer: string;
let project: { id: number };
let collectionId: number;
const manyFields = Array.from({ length: maximumKnownFields - 100 }, (_none, at) => newField(`field_${at}`, 'text', []));

beforeAll(async () => {
  const person = await server.signUp('owner@many-fields.example');
  const { data } = await server.call(person, createProject, { name: 'Sent', language: 'en', data_source: 'aisle_api' });
  const answer = await server.call({}, authorizeByPost, { client_id: data!.token, client_secret: data!.client_secret });
  bearer = answer.data!.token;
  project = data!;
  collectionId = data!.collection_id;
  expect(await put({ id: '1', name: 'Lamp', price: 1 })).toMatchObject({ status: 200 });
  await collectionStore(server.app.db).addFields(project, collectionId, manyFields);
});

async function send(method: 'POST' | 'PATCH', url: string, payload: object) {
  const headers = { authorization: `Bearer ${bearer}` };
  const response = await server.app.http.inject({ method, url, headers, payload });
  return { status: response.statusCode, ...response.json<{ errors: { code: string }[]; data: { new_fields: string[] } }>() };
}
const put = (item: object) => send('POST', '/api/v1/items', { item });
const count = async () => (await collectionStore(server.app.db).countFields(project, collectionId)).field_count;

const withNewFields = (from: number, length: number) =>
  Object.fromEntries(Array.from({ length }, (_none, at) => [`new_${from + at}`, 'x']));

test('requests that would make more fields than a collection may have are refused, also at once', async () => {
  const before = await count();
  const answers = await Promise.all([0, 1, 2].map((at) => put({ id: `a${at}`, name: 'Lamp', ...withNewFields(at * 60, 60) })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
  expect(answers.flatMap(({ errors }) => errors.map(({ code }) => code))).toEqual(['tooManyFields', 'tooManyFields']);
  expect(await count()).toBe(before + 60);
});

test('an item of known fields is taken whatever number of others there is, and a new one is told', async () => {
  expect(await send('PATCH', '/api/v1/items/1', { fields: { price: 2 } })).toMatchObject({
    status: 200,
    data: { new_fields: [] },
  });
  expect(await put({ id: '2', name: 'Lamp', colour: 'red' })).toMatchObject({ status: 200, data: { new_fields: ['colour'] } });
});
