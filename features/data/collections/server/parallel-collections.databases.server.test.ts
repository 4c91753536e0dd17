import { beforeAll, expect, test } from 'vitest';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import type { Actor } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { createCollection, listCollections, maximumCollections } from '#features/data/collections/collections.contract.ts';

const server = await sharedServer();
let person: Actor & { token: string };
beforeAll(async () => {
  person = await server.signUp('owner@parallel-collections.example');
});

async function shop(): Promise<Actor> {
  const { data } = await server.call(person, createProject, { name: 'Sent', language: 'en', data_source: 'aisle_api' });
  return { token: person.token, project: data?.token ?? '' };
}
const create = (actor: Actor, name: string) => server.call(actor, createCollection, { name });
const statuses = async (answers: Promise<{ status: number }>[]) => (await Promise.all(answers)).map(({ status }) => status);

test('of collections that are made at once with one name there is one', async () => {
  const actor = await shop();
  const made = await statuses(['Books', 'books', 'BOOKS', 'Bóoks'].map((name) => create(actor, name)));
  expect(made.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
});

test('of more collections than a project may have that are made at once there are as many as it may have', async () => {
  const actor = await shop();
  const made = await statuses(Array.from({ length: maximumCollections + 4 }, (_none, at) => create(actor, `Collection ${at}`)));
  expect(made.filter((status) => status === 200)).toHaveLength(maximumCollections - 1);
  expect((await server.call(actor, listCollections, {})).data).toHaveLength(maximumCollections);
});
