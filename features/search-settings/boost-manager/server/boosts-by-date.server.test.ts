import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dayMs } from '#contract/days.ts';
import { putItems } from '#features/data/item-api/item-api.contract.ts';
import { authorizeByPost } from '#features/developer/credentials/credentials.contract.ts';
import { explainItem } from '#features/developer/query-tester/query-tester.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { type Actor, startTestApp } from '#testing/test-app.ts';
import { readBoosts, saveBoosts, type SentBoost } from '#features/search-settings/boost-manager/boost-manager.contract.ts';

// No midnight comes in between.
vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-14T12:00:00Z') });
const server = await startTestApp();
afterAll(async () => {
  await server.close();
  vi.useRealTimers();
});
let owner: Actor;
let project = '';
let c = 0;

const ages = [400, 3, 90, 0, 12];
const newestFirst = ['lamp-0', 'lamp-3', 'lamp-12', 'lamp-90', 'lamp-400'];
const day = (age: number): string => new Date(Date.now() - age * dayMs).toISOString().slice(0, 10);

beforeAll(async () => {
  const person = await server.signUp('owner@example.com');
  const { data } = await server.call(person, createProject, { name: 'Sent', language: 'en', data_source: 'aisle_api' });
  const { token: client_id, client_secret, collection_id } = data!;
  [owner, project, c] = [{ token: person.token, project: client_id }, client_id, collection_id];
  const { data: allowed } = await server.call({}, authorizeByPost, { client_id, client_secret });
  const items = ages.map((age) => ({ id: `lamp-${age}`, name: 'Lamp', added: day(age), price: 100 + age }));
  const sent = await server.app.http.inject({
    method: 'POST',
    url: putItems.path,
    headers: { authorization: `Bearer ${allowed!.token}` },
    payload: { items: [...items, { id: 'undated', name: 'Lamp' }] },
  });
  expect(sent.json().data.counts).toMatchObject({ created: ages.length + 1 });
});

const byAge = (direction: 'rising' | 'falling', field = 'added') =>
  ({ field, type: 'functional', function: 'logarithmic', direction, boost: 9 }) as SentBoost;
const publish = (boosts: readonly SentBoost[]) =>
  server.call(owner, saveBoosts, { collection_id: c, boosts: [...boosts], overrides_relevance: false, publish: true });
const found = async () => (await server.call({}, frontSearch, { token: project, q: 'lamp' })).data!.items.map(({ id }) => id);
const dated = async () => (await found()).filter((id) => id !== 'undated');
const boostsOf = async (id: string) => (await server.call(owner, explainItem, { c, q: 'lamp', filters: '', id })).data!.boosts;

test('newer or older items come first, each by its age in days, and one without a date stays as it is', async () => {
  await publish([byAge('falling')]);
  // However old an item is, one without a date doesn't come before it.
  expect(await found()).toEqual([...newestFirst, 'undated']);
  const [boost] = await boostsOf('lamp-12');
  expect(boost).toMatchObject({ field: 'added', direction: 'falling', is_age: true, number: 12 });
  expect(boost!.amount).toBeCloseTo(1 + 8 / Math.log(13));
  expect(await boostsOf('undated')).toEqual([]);
  await publish([byAge('rising')]);
  expect(await dated()).toEqual(newestFirst.toReversed());
});

test('items up to the age that is said get all of it, and the boost fades from there', async () => {
  await publish([{ ...byAge('falling'), function: 'exponential', full_until: 80 }]);
  const amounts = await Promise.all(
    ['lamp-3', 'lamp-12', 'lamp-90', 'lamp-400'].map(async (id) => (await boostsOf(id))[0]!.amount),
  );
  expect(amounts.slice(0, 2)).toEqual([9, 9]);
  expect(amounts[2]).toBeCloseTo(1 + 8 / Math.exp(90 / 80 - 1));
  expect(amounts[3]).toBeCloseTo(1 + 8 / Math.exp(400 / 80 - 1));
  const { data: saved } = await server.call(owner, readBoosts, { c });
  expect(saved!.boosts).toMatchObject([{ full_until: 80 }]);
  const refused = await publish([{ ...byAge('falling'), full_until: 0 }]);
  expect(refused.errors).toMatchObject([{ field: 'boosts.0.full_until', code: 'fullBoostNotPossible' }]);
});

test('lower numbers come first where a boost falls', async () => {
  await publish([byAge('falling', 'price')]);
  expect(await dated()).toEqual(newestFirst);
  expect((await boostsOf('lamp-12'))[0]).toMatchObject({ field: 'price', is_age: false, number: 112 });
});

test('a rising and a falling boost of one field are two; a value boost has no direction', async () => {
  const cheap = { field: 'price', type: 'value', value: [100], direction: 'falling', boost: 2 } as SentBoost;
  const { data } = await publish([byAge('falling'), byAge('rising'), cheap]);
  const { data: saved } = await server.call(owner, readBoosts, { c });
  expect(saved!.boosts).toEqual(data!.boosts);
  expect(saved!.boosts.map(({ field, direction }) => [field, direction])).toEqual([
    ['added', 'falling'],
    ['added', 'rising'],
    ['price', 'rising'],
  ]);
});
