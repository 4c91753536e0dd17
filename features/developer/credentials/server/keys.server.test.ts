import { beforeAll, expect, test } from 'vitest';
import type { KeyRight } from '#contract/permission.ts';
import { putItems } from '#features/data/item-api/item-api.contract.ts';
import { changeKey, deleteKey, listKeys, makeKey, mostKeys, rotateKey } from '#features/developer/credentials/keys.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';

const server = await sharedServer();
let owner: { readonly token?: string; readonly project?: string };
beforeAll(async () => {
  const person = await server.signUp('owner@keys.example');
  const { data } = await server.call(person, createProject, { name: 'Shop', language: 'en', data_source: 'aisle_api' });
  owner = { ...person, project: data!.token };
});

let count = 0;
async function made(rights: readonly KeyRight[], more: { origins?: string[]; expires_at?: number } = {}) {
  const { data } = await server.call(owner, makeKey, { name: `Key ${(count += 1)}`, rights: [...rights], ...more });
  return data!;
}

const codeOf = (response: { json: () => unknown }): string | undefined =>
  (response.json() as { errors: { code: string }[] }).errors[0]?.code;

const inject = server.app.http.inject.bind(server.app.http);
const search = async (key: string, origin?: string) =>
  inject({ url: `/front/search?q=lamp&token=${key}`, headers: origin === undefined ? {} : { origin } });
const searchByBearer = async (key: string) =>
  inject({ url: '/front/search?q=lamp', headers: { authorization: `Bearer ${key}` } });
const sendEvents = async (key: string) =>
  inject({ method: 'POST', url: `/front/events?token=${key}`, payload: { events: [{ type: 'click', item_id: '1' }] } });
const sendItem = (key: string) => server.call({ bearer: key }, putItems, { item: { id: '1', name: 'Lamp' } });

test('a key does what it has a right to, and says which right it lacks', async () => {
  const [searching, telling, writing] = [await made(['search']), await made(['events']), await made(['items', 'search'])];
  expect((await sendItem(writing.key)).status).toBe(200);
  const found = await search(searching.key);
  expect([found.statusCode, found.json().data.items.length]).toEqual([200, 1]);
  expect((await sendEvents(telling.key)).statusCode).toBe(200);
  const refused = [await search(telling.key), await sendEvents(searching.key)];
  expect(refused.map((one) => [one.statusCode, codeOf(one)])).toEqual([
    [403, 'keyLacksRight'],
    [403, 'keyLacksRight'],
  ]);
  expect((await sendItem(searching.key)).errors).toMatchObject([
    { code: 'keyLacksRight', message: expect.stringContaining('items') },
  ]);
  // Addresses are public.
  expect(codeOf(await search(writing.key))).toBe('keyIsSecret');
  expect((await searchByBearer(writing.key)).statusCode).toBe(200);
});

test('a key with addresses works on their pages alone', async () => {
  const { key } = await made(['search'], { origins: ['https://Shop.example/path', '*.stores.example', 'localhost:8080'] });
  const origins = ['https://shop.example', 'https://a.stores.example', 'http://localhost:8080'];
  for (const origin of origins) expect([origin, (await search(key, origin)).statusCode]).toEqual([origin, 200]);
  const others = ['https://evil-shop.example', 'https://stores.example', 'https://evilstores.example'];
  for (const origin of others) expect([origin, codeOf(await search(key, origin))]).toEqual([origin, 'originNotAllowed']);
  for (const none of ['null', undefined]) expect([none, codeOf(await search(key, none))]).toEqual([none, 'originMissing']);
  const byReferer = (referer: string) => inject({ url: `/front/search?q=lamp&token=${key}`, headers: { referer } });
  expect((await byReferer('https://shop.example/lamps')).statusCode).toBe(200);
  expect(codeOf(await byReferer('https://evil.example/shop.example'))).toBe('originNotAllowed');
});

test('an expired key, a deleted key and the secret before stop working', async () => {
  const soon = await made(['search'], { expires_at: Date.now() + 60_000 });
  expect((await search(soon.key)).statusCode).toBe(200);
  await server.app.db.updateTable('api_key').set({ expires_at: Date.now() }).where('id', '=', soon.id).execute();
  await expect.poll(async () => codeOf(await search(soon.key)), { timeout: 10_000 }).toBe('keyExpired');

  const first = await made(['search']);
  const kept = await server.call(owner, rotateKey, { id: first.id, keeps_old: true });
  expect([(await search(first.key)).statusCode, (await search(kept.data!.key)).statusCode]).toEqual([200, 200]);
  const last = await server.call(owner, rotateKey, { id: first.id });
  await expect.poll(async () => (await search(kept.data!.key)).statusCode, { timeout: 10_000 }).toBe(401);
  expect((await search(last.data!.key)).statusCode).toBe(200);
  await server.call(owner, deleteKey, { id: first.id });
  await expect.poll(async () => (await search(last.data!.key)).statusCode, { timeout: 10_000 }).toBe(401);
});

test('the list says what a key may do and when it was used, and never the key', async () => {
  const { id, key } = await made(['search']);
  const ofKey = async () => (await server.call(owner, listKeys, {})).data!.keys.find((one) => one.id === id)!;
  expect(await ofKey()).toMatchObject({ rights: ['search'], last_used_at: null, beginning: key.slice(0, 6) });
  await search(key);
  await expect.poll(async () => (await ofKey()).last_used_at).toBeGreaterThan(Date.now() - 60_000);
  expect(JSON.stringify(await ofKey())).not.toContain(key);
  const stored = await server.app.db.selectFrom('api_key').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(key);
});

test('wrong input is refused at its field, and nothing is saved', async () => {
  const { id } = await made(['search']);
  const good = { name: 'Good', rights: ['search' as const] };
  const wrong = [
    ['name', 'required', { ...good, name: ' ' }],
    ['rights', 'requiredField', { ...good, rights: [] }],
    ['origins', 'notAHost', { ...good, origins: ['shop.example', 'javascript:alert(1)'] }],
    ['origins', 'notAHost', { ...good, origins: ['*'] }],
    ['origins', 'secretWithOrigins', { name: 'Good', rights: ['items' as const], origins: ['shop.example'] }],
    ['expires_at', 'momentPassed', { ...good, expires_at: Date.now() - 1 }],
  ] as const;
  const before = (await server.call(owner, listKeys, {})).data;
  for (const [field, code, input] of wrong)
    for (const answer of [
      await server.call(owner, makeKey, input as never),
      await server.call(owner, changeKey, { ...input, id } as never),
    ])
      expect([code, answer.errors]).toMatchObject([code, [{ field, code }]]);
  expect((await server.call(owner, listKeys, {})).data).toEqual(before);
  const { name } = before!.keys[0]!;
  expect((await server.call(owner, makeKey, { ...good, name: name.toUpperCase() })).errors).toMatchObject([
    { code: 'alreadyUsed' },
  ]);
});

test('a project has a limited number of keys', async () => {
  const left = mostKeys - (await server.call(owner, listKeys, {})).data!.keys.length;
  for (let at = 0; at < left; at += 1) await made(['search']);
  expect((await server.call(owner, makeKey, { name: 'One more', rights: ['search'] })).errors).toMatchObject([
    { code: 'tooMany' },
  ]);
});
