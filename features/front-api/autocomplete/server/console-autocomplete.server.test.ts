import { expect, test } from 'vitest';
import { frontAutocomplete, completeInConsole } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { readProjectState } from '#features/dashboard/dashboard.contract.ts';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';

const server = await sharedServer();
const owner = await server.shop();

test('people of the project get what visitors get, and no shop is connected by it', async () => {
  const own = await server.call(owner, completeInConsole, { query: 'gar' });
  const state = (await server.call(owner, readProjectState, {})).data!;
  expect(JSON.stringify(state)).toContain('"front_called_at":null');
  const shown = await server.call({}, frontAutocomplete, { token: owner.project, q: 'gar' });
  const { query_id: ofVisitor, took: _took, ...visitors } = shown.data!;
  const { query_id: ofMember, took: _its, ...members } = own.data!;
  expect(members).toEqual(visitors);
  expect(ofMember).not.toBe(ofVisitor);
  expect(members.items.length).toBeGreaterThan(0);
});

test('one collection is asked by its id, and one that is not there is not found', async () => {
  const [collection] = (await server.call(owner, listCollections, {})).data!;
  const { data } = await server.call(owner, completeInConsole, { query: 'gar', c: collection!.id, limit: 2 });
  expect(data!.collections.map(({ id, items }) => [id, items.length])).toEqual([[collection!.id, 2]]);
  expect((await server.call(owner, completeInConsole, { query: 'gar', c: 9999 })).status).toBe(404);
});
