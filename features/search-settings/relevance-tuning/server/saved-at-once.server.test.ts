import { beforeAll, expect, test } from 'vitest';
import type { BesideOf, InputOf } from '#contract/endpoint.ts';
import { addField } from '#features/data/schema/schema.contract.ts';
import { listReleases, restoreRelease } from '#features/search-settings/releases/releases.contract.ts';
import { type TestServer } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { readRelevance, saveRelevance } from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';

const server = await sharedServer();
let owner: Awaited<ReturnType<TestServer['emptyShop']>>;
beforeAll(async () => {
  owner = await server.emptyShop('owner@relevance-tuning.example');
  for (const name of ['name', 'description']) await server.call(owner, addField, { collection_id: owner.collectionId, name });
});

async function read() {
  const { data, ...beside } = await server.call(owner, readRelevance, { id: owner.collectionId });
  return { fields: data!, beside: beside as unknown as BesideOf<typeof readRelevance> };
}
const weightOf = async (name: string) => (await read()).fields.find(({ field_name: own }) => own === name)!.weight;
const newest = async () => (await server.call(owner, listReleases, { per_page: 1 })).data!.items[0]!.number;

/** Sets the weight of a field, over the version that was read. */
async function weigh(name: string, weight: number, updatedAt: number) {
  const { fields, beside } = await read();
  const field = fields.find(({ field_name: own }) => own === name)!;
  return server.call(owner, saveRelevance, {
    collection_id: owner.collectionId,
    relevant_rate: beside.relevant_rate,
    fields: [{ ...field, weight }],
    updated_at: updatedAt,
  } as unknown as InputOf<typeof saveRelevance>);
}

test('of many who save over the same version at once, one succeeds and the others are refused', async () => {
  const { updated_at: began } = (await read()).beside;
  const before = await newest();
  const answers = await Promise.all([1, 2, 3, 4, 5].map((weight) => weigh('name', weight, began)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
  expect(await weightOf('name')).toBe(1 + answers.findIndex(({ status }) => status === 200));
  expect(await newest()).toBe(before + 1);
});

test('decimal weights survive a round trip, and a restored release', async () => {
  expect((await weigh('name', 0.1, (await read()).beside.updated_at)).status).toBe(200);
  const number = await newest();
  expect((await weigh('name', 7.3, (await read()).beside.updated_at)).status).toBe(200);
  expect(await weightOf('name')).toBe(7.3);
  await server.call(owner, restoreRelease, { number } as InputOf<typeof restoreRelease>);
  expect(await weightOf('name')).toBe(0.1);
});
