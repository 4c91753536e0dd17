import { afterAll, beforeAll, expect, test } from 'vitest';
import { synonyms } from './synonyms.contract.ts';
import { testQuery } from '#features/developer/query-tester/query-tester.contract.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

let server: TestApp;
let owner: Awaited<ReturnType<TestApp['owner']>>;

beforeAll(async () => {
  server = await startTestApp();
  owner = await server.owner('owner@example.com');
  await server.imported(owner, owner.feedId);
});
afterAll(() => server.close());

const count = async (q: string): Promise<number> => {
  const { data } = await server.call(owner, testQuery, { c: owner.collectionId, q });
  return data?.corrected_query || data?.is_relaxed ? 0 : (data?.total_count ?? 0);
};

test('a synonym works from the moment it is saved until it is deleted', async () => {
  const known = await count('lawn mower ');
  expect(known).toBeGreaterThan(0);
  expect(await count('grasschopper ')).toBe(0);
  const { data } = await server.call(owner, synonyms.create, {
    term: 'grasschopper',
    synonym_type_id: 2,
    synonyms: ['lawn mower'],
  });
  expect(await count('grasschopper ')).toBeGreaterThan(0);
  expect((await server.call(owner, synonyms.read, { id: data!.id })).data).toEqual(data);

  await server.call(owner, synonyms.update, { id: data!.id, term: 'weedwhacker', synonym_type_id: 2, synonyms: ['lawn mower'] });
  expect(await count('grasschopper ')).toBe(0);
  expect(await count('weedwhacker ')).toBeGreaterThan(0);

  await server.call(owner, synonyms.remove, { id: data!.id });
  expect(await count('weedwhacker ')).toBe(0);
});

test('one without words is refused, field by field', async () => {
  const answer = await server.call(owner, synonyms.create, { term: ' ', synonyms: [] });
  expect(answer.status).toBe(422);
  expect(answer.errors.map(({ field, message }) => [field, message])).toEqual([
    ['term', 'Required field'],
    ['synonyms', 'Required field'],
  ]);
});

test("another project's synonym is not found, and can't be changed or deleted", async () => {
  const stranger = await server.owner('stranger@example.com');
  const { data } = await server.call(owner, synonyms.create, { term: 'a', synonyms: ['b'] });
  const id = data!.id;
  expect((await server.call(stranger, synonyms.read, { id })).status).toBe(404);
  expect((await server.call(stranger, synonyms.update, { id, term: 'x', synonyms: ['y'] })).status).toBe(404);
  expect((await server.call(stranger, synonyms.remove, { id })).status).toBe(404);
  expect((await server.call(owner, synonyms.read, { id })).data?.term).toBe('a');
});
