import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCollection, removeCollection } from '#features/data/collections/collections.contract.ts';
import { frontEvents } from '#features/front-api/events/events.contract.ts';
import { frontMulti } from '#features/front-api/multi/multi.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { listMessages } from '#features/general/messages/messages.contract.ts';
import { curations } from '#features/search-settings/curations/curations.contract.ts';
import {
  checkVariant,
  keepLive,
  listExperiments,
  publishVariant,
  startExperiment,
} from '#features/search-settings/experiments/experiments.contract.ts';
import { listReleases, publishWaiting } from '#features/search-settings/releases/releases.contract.ts';
import { readWaiting } from '#features/search-settings/releases/waiting.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { type SampleOwner, startTwoApps, type TestApp } from '#testing/test-app.ts';

let apps: Awaited<ReturnType<typeof startTwoApps>>;
let server: TestApp;
beforeAll(async () => {
  apps = await startTwoApps([{ trustedProxies: 1 }, { trustedProxies: 1 }]);
  server = apps.one;
});
afterAll(() => apps.close());

const addressOf = (visitor: number): string => `10.1.${Math.floor(visitor / 200)}.${(visitor % 200) + 1}`;

const search = async (owner: SampleOwner, q: string, visitor: number | '', on = server) =>
  (
    await on.call({ from: addressOf(Number(visitor)) }, frontSearch, {
      token: owner.project,
      q,
      visitor: visitor === '' ? '' : `visitor ${visitor}`,
    })
  ).data!;

/** A saved curation that isn't live: another kettle comes first. Returns its item. */
async function draft(owner: SampleOwner): Promise<string> {
  const last = (await search(owner, 'kettle', '')).items.at(-1)!.id;
  const { msg, err } = await server.call(owner, curations.create, {
    c: owner.collectionId,
    name: 'Kettles',
    queries: [{ query: 'kettle' }],
    promoted: [{ id: last }],
  });
  expect([err, msg]).toEqual([0, '']);
  return last;
}

type Form = Partial<InputOf<typeof startExperiment>>;

const start = (owner: SampleOwner, form: Form = {}) =>
  server.call(owner, startExperiment, { c: owner.collectionId, name: 'Kettles', kind: 'draft', ...form });
const started = async (owner: SampleOwner, form: Form = {}): Promise<number> => (await start(owner, form)).data!.id;
const list = async (owner: SampleOwner) => (await server.call(owner, listExperiments, { c: owner.collectionId })).data!;

/** Figures are measured at most every ten seconds. */
async function until(owner: SampleOwner, read: (all: Awaited<ReturnType<typeof list>>) => unknown, expected: unknown) {
  await expect.poll(async () => read(await list(owner)), { timeout: 30_000, interval: 500 }).toBe(expected);
}

const visitors = Array.from({ length: 240 }, (_, at) => at + 1);

/** Searches of all visitors, once they are stored. */
async function searched(owner: SampleOwner, q: string) {
  const answers = [];
  for (const visitor of visitors) answers.push(await search(owner, q, visitor));
  const stored = server.app.db
    .selectFrom('shop_query')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('project_id', '=', owner.projectId)
    .where('term', '=', q)
    .where('experiment_id', 'is not', null);
  await expect
    .poll(async () => Number((await stored.executeTakeFirstOrThrow()).count), { timeout: 20_000 })
    .toBe(visitors.length);
  return answers;
}

test('answers half of the visitors by the draft, each always the same way and on all servers', async () => {
  const owner = await server.shop();
  const promoted = await draft(owner);
  const id = await started(owner);
  const groups = new Map<number, string>();
  for (const visitor of visitors) {
    const { ab_test: assigned, items } = await search(owner, 'kettle', visitor);
    expect(assigned?.id).toBe(id);
    expect(items[0]!.id === promoted).toBe(assigned!.group === 'b');
    groups.set(visitor, assigned!.group);
  }
  const inB = [...groups.values()].filter((group) => group === 'b').length;
  expect(inB).toBeGreaterThan(visitors.length * 0.35);
  expect(inB).toBeLessThan(visitors.length * 0.65);
  await expect.poll(async () => (await search(owner, 'kettle', 1, apps.other)).ab_test?.id).toBe(id);
  for (const visitor of visitors.slice(0, 40))
    for (const on of [apps.one, apps.other])
      expect((await search(owner, 'kettle', visitor, on)).ab_test).toEqual({ id, group: groups.get(visitor) });

  const inGroup = (group: string) => visitors.find((visitor) => groups.get(visitor) === group)!;
  const multi = await server.call({}, frontMulti, {
    token: owner.project,
    visitor: `visitor ${inGroup('b')}`,
    searches: [{ q: 'kettle' }],
  });
  const [first] = multi.data!.results;
  expect([first!.data!.ab_test?.group, first!.data!.items[0]!.id]).toEqual(['b', promoted]);

  await server.call(owner, keepLive, { id });
  const after = await search(owner, 'kettle', inGroup('b'));
  expect([after.ab_test, after.items[0]!.id === promoted]).toEqual([undefined, false]);
  expect((await list(owner)).past).toMatchObject([{ id, ending: 'kept', row_count: 1 }]);
});

test('gives live search to visitors without an id, to bots and to members', async () => {
  const owner = await server.shop();
  const promoted = await draft(owner);
  await started(owner, { share: 95 });
  const plain = await search(owner, 'kettle', '');
  expect([plain.ab_test, plain.items[0]!.id === promoted]).toEqual([undefined, false]);
  const query = { token: owner.project, q: 'kettle', visitor: 'ann' };
  const asked = async (headers: Record<string, string>) =>
    (await server.app.http.inject({ url: frontSearch.path, query, headers })).json<{ data: object }>().data;
  expect(await asked({ 'user-agent': 'Googlebot/2.1' })).not.toHaveProperty('ab_test');
  expect(await asked({ 'user-agent': 'Firefox', 'x-auth-token': owner.token })).toBeDefined();
  expect(await server.call(owner, frontSearch, query)).not.toHaveProperty('data.ab_test');
  expect(await asked({ 'user-agent': 'Firefox' })).toHaveProperty('ab_test');
});

test('counts searches, clicks, carts and purchases by group', async () => {
  const owner = await server.shop();
  await draft(owner);
  const id = await started(owner, { goal: 'bought' });
  const answers = await searched(owner, 'kettle');
  const ofB = answers.filter((answer) => answer.ab_test?.group === 'b');
  const [bought, ...clicked] = ofB.slice(0, 4);
  const send = (event: object) =>
    server.call({}, frontEvents, { token: owner.project, events: [event] } as InputOf<typeof frontEvents>);
  for (const { query_id, items } of [bought!, ...clicked]) await send({ type: 'click', item_id: items[0]!.id, query_id });
  const item = { item_id: bought!.items[0]!.id, query_id: bought!.query_id };
  await send({ type: 'cart', ...item });
  await send({ type: 'purchase', ...item, price: 20, quantity: 2, currency: 'EUR' });
  const counted = server.app.db.selectFrom('shop_query').select(['click_count', 'cart_count', 'purchase_count']);
  await expect
    .poll(() => counted.where('query_id', '=', bought!.query_id).executeTakeFirstOrThrow(), { timeout: 20_000 })
    .toEqual({ click_count: 1, cart_count: 1, purchase_count: 1 });
  await until(owner, ({ running }) => running?.figures?.metrics.bought?.b, 1 / ofB.length);
  const { running } = await list(owner);
  const share = (count: number) => count / ofB.length;
  expect(running).toMatchObject({
    id,
    goal: 'bought',
    figures: {
      visitors: { a: visitors.length - ofB.length, b: ofB.length },
      searches: { a: visitors.length - ofB.length, b: ofB.length },
      metrics: {
        clicked: { a: 0, b: share(4), verdict: 'open' },
        carted: { a: 0, b: share(1) },
        bought: { a: 0, b: share(1), low: null, high: null, verdict: 'open' },
        unfound: { a: 0, b: 0 },
      },
    },
  });
  expect(running!.figures!.days).toHaveLength(1);
});

test('stops a variant that surely does worse, and reports it', async () => {
  const owner = await server.shop();
  const { items: releases } = (await server.call(owner, listReleases, { per_page: 1 })).data!;
  await server.call(owner, synonyms.create, { term: 'zzboiler', synonyms: ['kettle'] });
  const id = await started(owner, { kind: 'release', release_number: releases[0]!.number });
  const answers = await searched(owner, 'zzboiler');
  for (const { ab_test: assigned, total_count: count } of answers) expect(count === 0).toBe(assigned!.group === 'b');
  await until(owner, ({ running }) => running, null);
  const { past } = await list(owner);
  expect(past).toMatchObject([{ id, ending: 'worse', figures: { metrics: { unfound: { a: 0, b: 1, verdict: 'worse' } } } }]);
  expect((await search(owner, 'zzboiler', 1)).ab_test).toBeUndefined();
  expect((await server.call(owner, listMessages, {})).data).toMatchObject([
    { kind: 'experimentStopped', details: { test: 'Kettles' } },
  ]);
});

test('mixes both in one list, and counts whose items visitors choose', async () => {
  const owner = await server.shop();
  const live = (await search(owner, 'kettle', '')).items.map(({ id }) => id);
  const promoted = await draft(owner);
  const id = await started(owner, { goal: 'preferred' });
  const answers = await searched(owner, 'kettle');
  const firsts = answers.map(({ items }) => items[0]!.id);
  expect(new Set(firsts)).toEqual(new Set([live[0], promoted]));
  for (const { items, ab_test: assigned } of answers) {
    expect(assigned).toBeUndefined();
    expect(items.map((item) => item.id).toSorted()).toEqual(live.toSorted());
  }
  const send = (event: object) =>
    server.call({}, frontEvents, { token: owner.project, events: [event] } as InputOf<typeof frontEvents>);
  // Promoted first, it was B's; clicked twice, it counts once.
  const ofB = answers.filter(({ items }) => items[0]!.id === promoted).slice(0, 4);
  for (const { query_id } of [...ofB, ofB[0]!]) await send({ type: 'click', item_id: promoted, query_id });
  // One of these changes their mind: a purchase weighs more.
  const ofA = answers.filter(({ items }) => items[0]!.id === live[0]).slice(0, 3);
  for (const { query_id } of ofA) await send({ type: 'click', item_id: live[0], query_id });
  await send({ type: 'purchase', item_id: promoted, query_id: ofA[0]!.query_id, price: 20, quantity: 1, currency: 'EUR' });
  await until(owner, ({ running }) => running?.figures?.visitors.b, 5);
  expect((await list(owner)).running).toMatchObject({
    id,
    goal: 'preferred',
    figures: { visitors: { a: 2, b: 5 }, searches: { a: 240, b: 240 }, metrics: { preferred: { b: 5 / 7, verdict: 'open' } } },
  });
  for (const visitor of visitors.slice(0, 10)) {
    const again = await search(owner, 'kettle', visitor, apps.other);
    expect(again.items.map((item) => item.id)).toEqual(answers[visitor - 1]!.items.map((item) => item.id));
  }
  const rest = answers.filter((answer) => answer.items[0]!.id === live[0] && !ofA.includes(answer));
  expect(rest.length).toBeGreaterThan(60);
  for (const { query_id } of rest) {
    const events = [{ type: 'click', item_id: live[0], query_id }];
    const from = addressOf(answers.findIndex((answer) => answer.query_id === query_id) + 1);
    await server.call({ from }, frontEvents, { token: owner.project, events } as InputOf<typeof frontEvents>);
  }
  await until(owner, ({ past }) => past[0]?.ending, 'worse');
});

test('makes B live for everybody, after a check', async () => {
  const owner = await server.shop();
  const promoted = await draft(owner);
  const id = await started(owner, { share: 5 });
  const [checked] = (await server.call(owner, checkVariant, { id, collection_id: owner.collectionId, queries: ['kettle'] }))
    .data!;
  expect([checked!.is_changed, checked!.items[0]!.id]).toEqual([true, promoted]);
  const { data } = await server.call(owner, publishVariant, { id });
  expect((await search(owner, 'kettle', '')).items[0]!.id).toBe(promoted);
  expect((await server.call(owner, readWaiting, {})).data!.rows).toEqual([]);
  const { running, past } = await list(owner);
  expect([running, past]).toMatchObject([null, [{ id, ending: 'published' }]]);
  const { items } = (await server.call(owner, listReleases, { per_page: 1 })).data!;
  expect(items).toMatchObject([{ number: data!.release, reason: 'experiment', is_live: true }]);
});

test('names the saved changes that B replaces', async () => {
  const owner = await server.shop();
  await draft(owner);
  const { id } = (await server.call(owner, curations.list, { c: owner.collectionId })).data!.items[0]!;
  await started(owner);
  expect((await list(owner)).running!.replaces).toEqual([]);
  await server.call(owner, curations.update, { id, name: 'Other kettles', queries: [{ query: 'kettle' }] });
  expect((await list(owner)).running!.replaces).toMatchObject([{ source: 'curations', id, name: 'Other kettles' }]);
});

test('can be published after it was ended, unless its settings have changed since', async () => {
  const owner = await server.shop();
  await draft(owner);
  const first = await started(owner);
  await server.call(owner, keepLive, { id: first });
  await server.call(owner, publishVariant, { id: first });
  expect(await server.call(owner, keepLive, { id: first })).toMatchObject({ status: 409, errors: [{ code: 'experimentEnded' }] });
  expect((await list(owner)).past).toMatchObject([{ id: first, ending: 'published' }]);
  expect(await server.call(owner, publishVariant, { id: first })).toMatchObject({
    status: 409,
    errors: [{ code: 'experimentOutdated' }],
  });
});

test('follows other changes of live search in both groups, and ends when its own rows go live', async () => {
  const owner = await server.shop();
  const promoted = await draft(owner);
  const id = await started(owner, { share: 95 });
  await server.call(owner, synonyms.create, { term: 'zzpot', synonyms: ['kettle'] });
  const answers = [];
  for (const visitor of visitors.slice(0, 60)) answers.push(await search(owner, 'zzpot', visitor));
  expect(new Set(answers.map((answer) => answer.ab_test!.group))).toEqual(new Set(['a', 'b']));
  for (const { total_count: count } of answers) expect(count).toBeGreaterThan(0);
  expect(await list(owner)).toMatchObject({ running: { id }, release_count: 1 });
  await server.call(owner, publishWaiting, { name: '', comment: '', publish_at: null });
  await until(owner, ({ past }) => past[0]?.ending, 'changed');
  expect((await search(owner, 'kettle', 1)).items[0]!.id).toBe(promoted);
});

test('leaves out learning for group B', async () => {
  const owner = await server.shop();
  expect((await list(owner)).is_learning).toBe(true);
  const id = await started(owner, { kind: 'learning', share: 95 });
  await server.call(owner, publishVariant, { id });
  expect(await list(owner)).toMatchObject({ is_learning: false, past: [{ ending: 'published' }] });
  expect((await start(owner, { kind: 'learning' })).errors).toMatchObject([{ code: 'experimentSame' }]);
});

test('refuses what can’t be tested', async () => {
  const owner = await server.shop();
  const stranger = await server.shop();
  const code = async (form: Form) => (await start(owner, form)).errors[0]?.code;
  expect(await code({})).toBe('experimentSame');
  await draft(owner);
  expect(await code({ kind: 'release' })).toBe('required');
  expect(await code({ kind: 'release', release_number: 4_000 })).toBe('notFound');
  expect(await code({ c: stranger.collectionId })).toBe('notFound');
  expect(await code({ name: ' ' })).toBe('required');
  for (const share of [0, 4, 96, 50.5]) expect((await start(owner, { share })).status).toBe(422);
  const twice = await Promise.all([start(owner), start(owner)]);
  expect(new Set(twice.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(await code({})).toBe('experimentRunning');
  const id = (await list(owner)).running!.id;
  for (const endpoint of [keepLive, publishVariant]) expect((await server.call(stranger, endpoint, { id })).status).toBe(404);
});

test('ends with its collection', async () => {
  const owner = await server.shop();
  const { data } = await server.call(owner, createCollection, { name: 'Others' });
  const others = { ...owner, collectionId: data!.id };
  const id = await started(others, { kind: 'learning' });
  expect(await server.call(owner, removeCollection, { id: data!.id })).toMatchObject({ status: 200 });
  expect((await server.call(owner, listExperiments, { c: data!.id })).status).toBe(404);
  const ending = server.app.db.selectFrom('experiment').select('ending').where('id', '=', id);
  await expect.poll(async () => (await ending.executeTakeFirst())?.ending, { timeout: 60_000, interval: 500 }).toBe('gone');
}, 90_000);
