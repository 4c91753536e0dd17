import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import { addDays, dayOf } from '#contract/days.ts';
import { downloadUbi, openUbiDownload, type UbiKind } from '#features/analytics/ubi-export/ubi-export.contract.ts';
import { rowsAtOnce } from './ubi-export.store.ts';
import type { Database } from '#server/db/schema.ts';
import type { TestServer } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';

const server = await sharedServer();
type Shop = Awaited<ReturnType<TestServer['emptyShop']>>;
let shop: Shop;
let stranger: Shop;
const timeZone = 'Europe/Prague';
/** Clocks are set back on it, so it has 25 hours. */
const longDay = '2026-10-25';

const place = ({ projectId: project_id, collectionId: collection_id }: Shop) => ({ project_id, collection_id });
async function addQueries(of: Shop, moments: readonly number[], changes: { visitor?: string } = {}): Promise<void> {
  const rows = moments.map((happened_at) => ({
    ...place(of),
    happened_at,
    day: dayOf(happened_at, timeZone),
    result_object: 'search',
    language: 'cs',
    query_id: crypto.randomUUID(),
    search_id: 'other',
    term: 'konvice “1”\u2028',
    item_count: 3,
    took_ms: 1.25,
    visitor: 'v'.repeat(43),
    is_counted: 0 as const,
    ...changes,
  }));
  for (let at = 0; at < rows.length; at += 100)
    await server.app.db
      .insertInto('shop_query')
      .values(rows.slice(at, at + 100))
      .execute();
}
async function addEvent(
  of: Shop,
  happened_at: number,
  event: { type: string; query_id?: string; position?: number; price?: number },
) {
  const row = { ...place(of), happened_at, day: dayOf(happened_at, timeZone), item_id: 'kettle-1', visitor: 'v' };
  const optional = { query_id: null, position: null, quantity: null, price: null, currency: null };
  await server.app.db
    .insertInto('shop_event')
    .values({ ...row, ...optional, ...event, event_id: crypto.randomUUID() })
    .execute();
}

const linkTo = async (of: Shop, kind: UbiKind, start: string, end: string) =>
  (await server.call(of, openUbiDownload, { kind, start, end })).data!.address;
async function documents(of: Shop, kind: UbiKind, start: string, end: string): Promise<Record<string, unknown>[]> {
  const answer = await server.app.http.inject(await linkTo(of, kind, start, end));
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="ubi-${kind}-${start}-${end}.ndjson"`);
  if (answer.body !== '') expect(answer.body.endsWith('\n')).toBe(true);
  return answer.body
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

beforeAll(async () => {
  [shop, stranger] = [await server.emptyShop('shop@ubi-export.example'), await server.emptyShop('stranger@ubi-export.example')];
  await server.app.db
    .updateTable('project')
    .set({ time_zone: timeZone, name: 'Š'.repeat(120) })
    .execute();
});

/** Fields as in the mappings of https://github.com/opensearch-project/user-behavior-insights. */
test('writes each stored query of the days as a document, also more than are read at once', async () => {
  const day = '2026-09-01';
  const noon = Date.parse(`${day}T10:00:00Z`);
  await addQueries(
    shop,
    Array.from({ length: 2 * rowsAtOnce + 1 }, (_, at) => noon + at),
  );
  await addQueries(stranger, [noon]);
  const found = await documents(shop, 'queries', day, addDays(day, 1));
  expect(found).toHaveLength(2 * rowsAtOnce + 1);
  expect(new Set(found.map(({ query_id: id }) => id)).size).toBe(found.length);
  expect(found[0]).toEqual({
    application: 'Š'.repeat(100),
    query_id: found[0]!['query_id'],
    query_response_id: found[0]!['query_id'],
    client_id: 'v'.repeat(43),
    user_query: 'konvice “1”\u2028',
    timestamp: `${day}T10:00:00.000Z`,
    query_attributes: {
      result_object: 'search',
      language: 'cs',
      collection_id: shop.collectionId,
      item_count: 3,
      took_ms: 1.25,
      search_id: 'other',
      is_counted: false,
    },
  });
});

test('writes each stored event as a document without unknown fields', async () => {
  const day = '2026-09-02';
  const noon = Date.parse(`${day}T10:00:00Z`);
  await addEvent(shop, noon, { type: 'impression', query_id: 'q-1', position: 1 });
  await addEvent(shop, noon + 1, { type: 'click', query_id: 'q-1', position: 3 });
  await addEvent(shop, noon + 2, { type: 'cart' });
  await addEvent(shop, noon + 3, { type: 'purchase', price: 890.5 });
  await addEvent(stranger, noon, { type: 'click' });
  const found = await documents(shop, 'events', day, day);
  expect(found.map(({ action_name: action }) => action)).toEqual(['impression', 'click', 'add_to_cart', 'purchase']);
  const object = { object_id: 'kettle-1', object_id_field: 'id' };
  expect(found[1]).toMatchObject({
    query_id: 'q-1',
    timestamp: `${day}T10:00:00.001Z`,
    event_attributes: { object, position: { ordinal: 3 } },
  });
  expect(found[3]).not.toHaveProperty('query_id');
  expect(found[3]!['event_attributes']).toMatchObject({ object, price: 890.5 });
  expect(found[3]!['event_attributes']).not.toHaveProperty('position');
});

test('days are those of the project, also where clocks are set back', async () => {
  // 25 October in Prague lasts from 22:00 UTC of the day before until 23:00 UTC.
  const [first, last] = [Date.parse('2026-10-24T22:00:00Z'), Date.parse('2026-10-25T22:59:59.999Z')];
  await addQueries(shop, [first - 1, first, last, last + 1]);
  const found = await documents(shop, 'queries', longDay, longDay);
  expect(found.map(({ timestamp }) => timestamp)).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z']);
});

test('another project, a link that was taken, and one of a deleted project open nothing', async () => {
  expect(await documents(stranger, 'queries', longDay, longDay)).toEqual([]);
  const denied = await server.call({ ...stranger, project: shop.project }, openUbiDownload, { kind: 'queries' });
  expect(denied.status).toBe(404);
  const link = await linkTo(shop, 'events', longDay, longDay);
  const statuses = [await server.app.http.inject(link), await server.app.http.inject(link)].map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([200, 404]);
  expect((await server.call({}, downloadUbi, { ticket: server.app.sealing.seal('{"project":1}') })).status).toBe(404);
  const late = await linkTo(shop, 'events', longDay, longDay);
  const setDeleted = (at: number | null) =>
    server.app.db.updateTable('project').set({ deleted_at: at }).where('id', '=', shop.projectId).execute();
  await setDeleted(Date.now());
  expect((await server.app.http.inject(late)).statusCode).toBe(404);
  await setDeleted(null);
});

test.each<readonly [string, (db: Database, userId: number) => Promise<unknown>]>([
  ['is removed', (db, id) => db.deleteFrom('member').where('user_id', '=', id).execute()],
  [
    'is only in another group',
    (db, id) => db.updateTable('member').set({ is_owner: 0, user_groups: '[2]' }).where('user_id', '=', id).execute(),
  ],
])('a link opens nothing once who asked for it %s', async (_why, change) => {
  const leaving = await server.emptyShop();
  const link = await linkTo(leaving, 'events', longDay, longDay);
  await change(server.app.db, leaving.userId);
  expect((await server.app.http.inject(link)).statusCode).toBe(404);
});

test('no more is read than the caller takes, and nothing once they are gone', async () => {
  const day = '2026-09-03';
  const noon = Date.parse(`${day}T10:00:00Z`);
  const pages = 12;
  // Long enough that what the system buffers of a connection is a part of it.
  await addQueries(
    shop,
    Array.from({ length: pages * rowsAtOnce }, (_, at) => noon + at),
    { visitor: 'v'.repeat(4_000) },
  );
  const reads = vi.spyOn(server.app.db, 'selectFrom');
  const pagesRead = () => reads.mock.calls.filter(([table]) => (table as unknown) === 'shop_query').length;
  const link = await linkTo(shop, 'queries', day, day);
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(`${server.origin}${link}`, resolve).on('error', reject);
  });
  await new Promise((resolve) => void response.once('readable', resolve));
  await sleep(1_000);
  const whileSlow = pagesRead();
  expect(whileSlow).toBeGreaterThan(0);
  expect(whileSlow).toBeLessThan(pages);
  response.destroy();
  await sleep(300);
  expect(pagesRead()).toBeLessThanOrEqual(whileSlow + 1);
  reads.mockRestore();
  expect(await documents(shop, 'queries', day, day)).toHaveLength(pages * rowsAtOnce);
});
