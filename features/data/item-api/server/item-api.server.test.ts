import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { testQuery } from '#contract/test-query.ts';
import { authorizeByPost } from '#features/developer/credentials/credentials.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import type { Actor } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { itemsBodyLimitBytes, maximumItems, requestsPerMinute, WrittenItems } from '#features/data/item-api/item-api.contract.ts';
import { changeItems } from './item-changes.service.ts';

const server = await sharedServer();
let person: Actor & { token: string };
beforeAll(async () => {
  person = await server.signUp('owner@item-api.example');
});

interface Shop {
  readonly owner: Actor;
  readonly projectId: number;
  readonly collectionId: number;
  readonly bearer: string;
}

/** A new project whose items are sent to it, with a token for sending them. */
async function openShop(): Promise<Shop> {
  const { data } = await server.call(person, createProject, { name: 'Sent', language: 'en', data_source: 'aisle_api' });
  if (!data) throw new Error('The project was not made.');
  const { id, token, client_secret, collection_id } = data;
  const answer = await server.call({}, authorizeByPost, { client_id: token, client_secret });
  return {
    owner: { token: person.token, project: token },
    projectId: id,
    collectionId: collection_id,
    bearer: answer.data?.token ?? '',
  };
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
async function send(shop: Shop, method: Method, url: string, body?: object | string, key?: string) {
  const response = await server.app.http.inject({
    method,
    url: `/api/v1/items${url}`,
    headers: {
      authorization: `Bearer ${shop.bearer}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.statusCode, ...response.json() };
}

const write = async (...request: Parameters<typeof send>): Promise<WrittenItems> => {
  const { data, msg, status } = await send(...request);
  if (status !== 200) throw new Error(`${status}: ${msg}`);
  // The answer is written as it is, so its schema is proven here.
  return z.parse(WrittenItems, data);
};
const outcomes = ({ items }: WrittenItems) => items.map(({ outcome }) => outcome);
const read = async (shop: Shop, id: string) => (await send(shop, 'GET', `/${encodeURIComponent(id)}`)).data?.item;

async function found(shop: Shop, q: string): Promise<string[]> {
  const { data } = await server.call(shop.owner, testQuery, { c: shop.collectionId, q });
  return (data?.items ?? []).map(({ id }) => id).toSorted();
}

const lamp = { id: 'lamp-1', name: 'Desk lamp', price: 590, stock: 4, colours: ['red', 'blue'] };

describe('items that are sent', () => {
  test('are found once the call has answered, from the very first one on', async () => {
    const shop = await openShop();
    expect(await found(shop, 'lamp')).toEqual([]);
    const written = await write(shop, 'POST', '', { item: lamp });
    expect(outcomes(written)).toEqual(['created']);
    expect(written).toMatchObject({ new_fields: [], note: '', counts: { created: 1, refused: 0 } });
    expect(await found(shop, 'lamp')).toEqual(['lamp-1']);
    expect(await read(shop, 'lamp-1')).toEqual(lamp);
    expect(outcomes(await write(shop, 'POST', '', { item: lamp }))).toEqual(['unchanged']);
    expect(outcomes(await write(shop, 'POST', '', { item: { id: 'lamp-1', name: 'Floor lamp' } }))).toEqual(['updated']);
    expect(await read(shop, 'lamp-1')).toEqual({ id: 'lamp-1', name: 'Floor lamp' });
    expect(await found(shop, 'desk')).toEqual([]);
  });

  test('come up to 5,000 at once, and no more', async () => {
    const shop = await openShop();
    const items = Array.from({ length: maximumItems }, (_, at) => ({ id: at, name: `Chair number ${at}`, price: at }));
    const written = await write(shop, 'POST', '', { items });
    expect(written.counts).toMatchObject({ created: maximumItems });
    expect(written.items.at(-1)).toEqual({ index: 4_999, id: '4999', outcome: 'created', problems: [] });
    expect(await found(shop, 'chair 4321')).toContain('4321');
    const more = await send(shop, 'POST', '', { items: [...items, lamp] });
    expect(more).toMatchObject({
      status: 422,
      errors: [{ field: 'items', message: 'At most 5,000 are possible. Remove some.' }],
    });
  });

  test('are changed in part; null takes a field away', async () => {
    const shop = await openShop();
    await write(shop, 'POST', '', { items: [lamp, { id: 'x/1 é', name: 'Odd id' }] });
    const patched = await write(shop, 'PATCH', '', {
      items: [{ id: 'lamp-1', price: 490, stock: null }, { id: 'nobody', price: 1 }, { price: 1 }],
    });
    expect(outcomes(patched)).toEqual(['updated', 'not_found', 'refused']);
    expect(patched.items[2]?.problems).toMatchObject([{ reason: 'missingId', severity: 'error' }]);
    expect(await read(shop, 'lamp-1')).toEqual({ id: 'lamp-1', name: 'Desk lamp', price: 490, colours: ['red', 'blue'] });
    const one = await write(shop, 'PATCH', `/${encodeURIComponent('x/1 é')}`, { fields: { price: 5 } });
    expect(outcomes(one)).toEqual(['updated']);
    expect(await read(shop, 'x/1 é')).toEqual({ id: 'x/1 é', name: 'Odd id', price: 5 });
    expect(await send(shop, 'PATCH', '/nobody', { fields: { price: 5 } })).toMatchObject({ status: 404 });
  });

  test('are deleted one by one and in bulk', async () => {
    const shop = await openShop();
    expect(outcomes(await write(shop, 'POST', '/delete', { ids: ['a'] }))).toEqual(['not_found']);
    await write(shop, 'POST', '', { items: ['a', 'b', 'c'].map((id) => ({ id, name: `Table ${id}` })) });
    expect(outcomes(await write(shop, 'DELETE', '/a'))).toEqual(['removed']);
    expect((await send(shop, 'DELETE', '/a')).status).toBe(404);
    expect(outcomes(await write(shop, 'POST', '/delete', { ids: ['b', 'a'] }))).toEqual(['removed', 'not_found']);
    expect(await found(shop, 'table')).toEqual(['c']);
  });

  test('go when a run did not send them, but not what people added or a feed brought', async () => {
    const shop = await openShop();
    const items = ['a', 'b', 'c'].map((id) => ({ id, name: `Table ${id}` }));
    await write(shop, 'POST', '', { items, generation: 'monday' });
    const project = { id: shop.projectId };
    const byHand = { id: 'by-hand', fields: { name: 'Table by hand' } };
    await changeItems(server.app, project, shop.collectionId, [{ kind: 'put', item: byHand }], { by: 'user', userId: 1 });
    await server.app.engine.change(`collection-${shop.collectionId}`, [
      { kind: 'put', item: { id: 'by-feed', fields: { name: 'Table by feed' } } },
    ]);
    await write(shop, 'PATCH', '', { items: [{ id: 'by-feed', price: 3 }], generation: 'monday' });
    await write(shop, 'POST', '', { items: [items[0], { id: 'd', name: 'Table d' }], generation: 'tuesday' });
    // A change beside the run takes nothing from it.
    await write(shop, 'POST', '', { item: { id: 'a', name: 'Table a, repainted' } });
    const mistyped = await send(shop, 'DELETE', '?except_generation=tusday');
    expect(mistyped).toMatchObject({ status: 422, errors: [{ code: 'generationUnknown' }] });
    const { data } = await send(shop, 'DELETE', '?except_generation=tuesday');
    expect(data).toEqual({ collection_id: shop.collectionId, removed_count: 2 });
    expect(await found(shop, 'table')).toEqual(['a', 'by-feed', 'by-hand', 'd']);
    expect((await send(shop, 'DELETE', '')).status).toBe(422);
  });

  test('bring fields that are kept and wait for the next generation, which the answer says', async () => {
    const shop = await openShop();
    await write(shop, 'POST', '', { item: lamp });
    const written = await write(shop, 'POST', '', { item: { ...lamp, wattage: 40, Energy_Class: 'A' } });
    expect(written.new_fields.toSorted()).toEqual(['energy_class', 'wattage']);
    expect(written.note).toContain('once the collection is recreated');
    expect(await read(shop, 'lamp-1')).toMatchObject({ wattage: 40, energy_class: 'A' });
    expect((await write(shop, 'POST', '', { item: { ...lamp, wattage: 41.5 } })).new_fields).toEqual([]);
    expect(await read(shop, 'lamp-1')).toMatchObject({ wattage: 41.5 });
  });

  test('lose a value that does not fit its field, with the reason', async () => {
    const shop = await openShop();
    await write(shop, 'POST', '', { item: lamp });
    const written = await write(shop, 'POST', '', {
      items: [{ id: 'odd', name: 'Odd lamp', price: 'cheap', stock: 'a lot', url: 'javascript:alert(1)' }, 7, 'text', null, []],
    });
    expect(outcomes(written)).toEqual(['created', 'refused', 'refused', 'refused', 'refused']);
    expect(written.items[0]?.problems.map(({ field, reason }) => `${field} ${reason}`).toSorted()).toEqual([
      'price badPrice',
      'stock wrongType',
      'url badUrl',
    ]);
    expect(written.items[1]?.problems[0]?.message).toBe('Single value instead of an item with fields.');
    expect(await read(shop, 'odd')).toEqual({ id: 'odd', name: 'Odd lamp' });
  });

  test('go to the collection that is named', async () => {
    const shop = await openShop();
    const [products] = await server.app.db.selectFrom('collection').selectAll().where('id', '=', shop.collectionId).execute();
    for (const collection of [shop.collectionId, String(shop.collectionId), products?.name])
      expect((await write(shop, 'POST', '', { item: lamp, collection })).collection_id).toBe(shop.collectionId);
    const other = await openShop();
    const foreign = await send(shop, 'POST', '', { item: lamp, collection: other.collectionId });
    expect(foreign).toMatchObject({ status: 404, errors: [{ field: 'collection', code: 'notFound' }] });
    expect((await send(shop, 'GET', `/lamp-1?collection=${other.collectionId}`)).status).toBe(404);
  });
});

describe('access', () => {
  test('is by a bearer token of the project alone', async () => {
    const shop = await openShop();
    const other = await openShop();
    await write(shop, 'POST', '', { item: lamp });
    expect((await send(other, 'GET', '/lamp-1')).status).toBe(404);
    expect((await send(other, 'DELETE', '/lamp-1')).status).toBe(404);
    for (const bearer of ['', 'garbage', person.token, shop.owner.project ?? ''])
      expect(await send({ ...shop, bearer }, 'POST', '', { item: lamp }), bearer).toMatchObject({ status: 401 });
    const withPublicToken = await server.app.http.inject({
      method: 'POST',
      url: `/api/v1/items?token=${shop.owner.project}`,
      payload: { item: lamp },
    });
    expect(withPublicToken.statusCode).toBe(401);
    await server.app.db.updateTable('api_token').set({ expires_at: 1 }).where('project_id', '=', shop.projectId).execute();
    expect((await send(shop, 'GET', '/lamp-1')).status).toBe(401);
  });
});

describe('hostile requests', () => {
  test('are refused with a sentence, or lose what is wrong with them', async () => {
    const shop = await openShop();
    await write(shop, 'POST', '', { item: lamp });
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const refused: readonly string[] = [
      '',
      'null',
      '[]',
      '"text"',
      '{"item": [1]}',
      '{"items": {}}',
      '{}',
      '{"items": []}',
      '{"item"',
      `{"items": [${deep(200_000)}]}`,
      `{"item": {"id": "a", "x": ${deep(200_000)}}}`,
    ];
    for (const body of refused) {
      const answer = await send(shop, 'POST', '', body);
      expect(answer.status, body.slice(0, 40)).toBeGreaterThanOrEqual(400);
      expect(answer.status, body.slice(0, 40)).toBeLessThan(500);
      expect(answer.msg, body.slice(0, 40)).not.toBe('');
    }
    const kept: readonly (readonly [string, unknown])[] = [
      ['{"id": "nul\\u0000", "name": "a\\u0000b"}', { id: 'nul', name: 'ab' }],
      ['{"id": "half \\ud800", "name": "x \\udfff y"}', { id: 'half \ufffd', name: 'x \ufffd y' }],
      ['{"id": "huge", "name": "n", "price": 1e400, "stock": -1e400}', { id: 'huge', name: 'n' }],
      ['{"id": 12, "name": "<b>bold</b> &amp; plain"}', { id: '12', name: 'bold & plain' }],
    ];
    for (const [item, expected] of kept) {
      const written = await write(shop, 'POST', '', `{"item": ${item}}`);
      expect(outcomes(written), item).toEqual(['created']);
      expect(await read(shop, written.items[0]?.id ?? ''), item).toEqual(expected);
    }
    const polluted = await send(shop, 'POST', '', '{"item": {"id": "p", "__proto__": {"isAdmin": true}}}');
    expect(polluted.status).toBe(400);
    const nested = await write(shop, 'POST', '', `{"item": {"id": "nested", "x": ${deep(100)}}}`);
    expect(outcomes(nested)).toEqual(['refused']);
    const long = await write(shop, 'POST', '', { item: { id: 'long', name: 'n', notes: 'x'.repeat(1_000_000) } });
    expect(long.items[0]).toMatchObject({ outcome: 'created', problems: [{ field: 'notes', reason: 'valueTooLong' }] });
    expect(outcomes(await write(shop, 'POST', '', { item: { id: 'i'.repeat(300), name: 'n' } }))).toEqual(['refused']);
    const large = await send(shop, 'POST', '', `{"item": {"id": "${'x'.repeat(itemsBodyLimitBytes)}"}}`);
    expect(large).toMatchObject({ status: 413, msg: 'The request is larger than 20 MB. Send less at once.' });
    expect(await read(shop, 'lamp-1')).toEqual(lamp);
  });
});

test('a project that asks too often is told when to come back, and others are not held up', async () => {
  const [busy, other] = [await openShop(), await openShop()];
  for (let asked = 0; asked < requestsPerMinute; asked += 1) await send(busy, 'GET', '/nothing');
  const refused = await send(busy, 'POST', '', { item: lamp });
  expect(refused).toMatchObject({ status: 429, errors: [{ code: 'tooManyRequests' }] });
  expect((await send(other, 'GET', '/nothing')).status).toBe(404);
});

describe('a request with an Idempotency-Key', () => {
  test('has one effect, however often and at once it is sent', async () => {
    const shop = await openShop();
    await write(shop, 'POST', '', { item: lamp });
    const sent = Array.from({ length: 12 }, () => send(shop, 'PATCH', '', { items: [{ id: 'lamp-1', price: 1 }] }, 'once'));
    const answers = await Promise.all(sent);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.data.counts).toMatchObject({ updated: 1, unchanged: 0 });
    await write(shop, 'PATCH', '', { items: [{ id: 'lamp-1', price: 2 }] });
    expect(await send(shop, 'PATCH', '', { items: [{ id: 'lamp-1', price: 1 }] }, 'once')).toEqual(answers[0]);
    expect(await read(shop, 'lamp-1')).toMatchObject({ price: 2 });
  });

  test('is refused for another body, and is free for another project and after a day', async () => {
    const shop = await openShop();
    await write(shop, 'POST', '', { item: lamp }, 'key');
    const other = await send(shop, 'POST', '', { item: { ...lamp, price: 1 } }, 'key');
    expect(other).toMatchObject({ status: 422, errors: [{ code: 'idempotencyKeyReused' }] });
    expect(other.msg).toContain('24 hours');
    expect(outcomes(await write(await openShop(), 'POST', '', { item: { ...lamp, price: 1 } }, 'key'))).toEqual(['created']);
    await server.app.db
      .updateTable('api_request')
      .set({ created_at: Date.now() - 25 * 3_600_000 })
      .execute();
    expect(outcomes(await write(shop, 'POST', '', { item: { ...lamp, price: 1 } }, 'key'))).toEqual(['updated']);
    for (const key of ['with space', 'k'.repeat(201)])
      expect((await send(shop, 'POST', '', { item: lamp }, key)).status, key.slice(0, 12)).toBe(422);
  });

  test('that failed may be sent again', async () => {
    const shop = await openShop();
    const wrong = { item: lamp, collection: 'Nowhere' };
    expect((await send(shop, 'POST', '', wrong, 'retry')).status).toBe(404);
    expect((await send(shop, 'POST', '', wrong, 'retry')).status).toBe(404);
    expect(await server.app.db.selectFrom('api_request').selectAll().where('request_key', '=', 'retry').execute()).toEqual([]);
  });
});

test('two first requests at once lose no item', async () => {
  const shop = await openShop();
  const items = Array.from({ length: 8 }, (_, at) => ({ id: `first-${at}`, name: `Stool ${at}` }));
  const written = await Promise.all(items.map((item) => write(shop, 'POST', '', { item })));
  expect(written.flatMap(outcomes)).toEqual(items.map(() => 'created'));
  expect(await found(shop, 'stool')).toEqual(items.map(({ id }) => id));
});
