import { expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { keptImports, listImports } from '#features/data/imports/imports.contract.ts';
import { importStore } from './imports.store.ts';
import { lamps, sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import type { Actor } from '#testing/test-app.ts';

const { server, host, shop } = await sharedFeedShops();
let feeds = 0;

/** A shop whose feed was imported once for each of these bodies. */
async function shopWithImports(...bodies: readonly [string, ...string[]]) {
  const path = `/${(feeds += 1)}.ndjson`;
  const made = await shop(host.put(path, bodies[0]));
  await server.imported(made.actor, made.feedId);
  for (const body of bodies.slice(1)) {
    host.put(path, body);
    await server.call(made.actor, reloadFeed, { id: made.feedId });
    await server.imported(made.actor, made.feedId);
  }
  return made;
}

const list = async (actor: Actor, input: InputOf<typeof listImports>) => (await server.call(actor, listImports, input)).data!;

/** Moves the imports of a feed, oldest first, to these moments. */
async function date(feedId: number, ...moments: readonly string[]): Promise<void> {
  const { db } = server.app;
  const imports = await db.selectFrom('import').select('id').where('feed_id', '=', feedId).orderBy('id').execute();
  for (const [index, { id }] of imports.entries()) {
    const startedAt = Date.parse(moments[index]!);
    const times = { created_at: startedAt, started_at: startedAt, finished_at: startedAt + 4200 };
    await db.updateTable('import').set(times).where('id', '=', id).execute();
  }
}

test('the imports of a feed are listed newest first, with what came of each', async () => {
  const withoutId = `${lamps(30)}\n${JSON.stringify({ name: 'No id' })}\n${JSON.stringify({ id: 'x', name: 'X', price: 'many' })}`;
  const { actor, feedId } = await shopWithImports(lamps(20), '', withoutId);
  const { items, total_count } = await list(actor, { id: feedId });
  expect(total_count).toBe(3);
  expect(items).toMatchObject([
    { state: 'done', imported_count: 31, error_count: 1, warning_count: 1 },
    { state: 'failed', imported_count: 0 },
    { state: 'done', imported_count: 20, error_count: 0, warning_count: 0 },
  ]);
  for (const { started_at, duration_ms } of items) {
    expect(Date.now() - started_at).toBeLessThan(60_000);
    expect(duration_ms).toBeGreaterThanOrEqual(0);
  }
});

test('an import that runs has no duration yet', async () => {
  const { actor, projectId, feedId } = await shopWithImports(lamps(1));
  const id = await importStore(server.app.db).insert({ id: projectId }, feedId);
  const { items } = await list(actor, { id: feedId });
  expect(items[0]).toMatchObject({ id, state: 'waiting', duration_ms: null, started_at: expect.any(Number) });
});

test('a range of days is that of the clocks of the person who asks', async () => {
  const { actor, feedId } = await shopWithImports(lamps(1), lamps(2), lamps(3));
  // In Prague, clocks go back on the 25th, so that the day ends at 23:00 UTC.
  await date(feedId, '2026-10-24T22:30Z', '2026-10-25T22:30Z', '2026-10-25T23:30Z');
  const countsOn = async (from: string, to: string, time_zone?: string) =>
    (await list(actor, { id: feedId, from, to, time_zone })).items.map(({ imported_count }) => imported_count);
  expect(await countsOn('2026-10-25', '2026-10-25', 'Europe/Prague')).toEqual([2, 1]);
  expect(await countsOn('2026-10-25', '2026-10-25')).toEqual([3, 2]);
  expect(await countsOn('2026-10-24', '2026-10-26', 'Europe/Prague')).toEqual([3, 2, 1]);
  expect(await countsOn('2026-10-27', '2026-10-30')).toEqual([]);
  expect((await list(actor, { id: feedId })).items[0]).toMatchObject({ duration_ms: 4200 });
});

test('pages hold what they are asked for, and fifty imports are kept', async () => {
  const { actor, projectId, feedId } = await shopWithImports(lamps(1));
  const imports = importStore(server.app.db);
  for (let count = 0; count < keptImports + 5; count += 1) {
    const id = await imports.insert({ id: projectId }, feedId);
    await imports.end({ id: projectId }, id!, 'failed', { code: 'noUsableItem', details: {} });
  }
  const first = await list(actor, { id: feedId, per_page: 20 });
  expect(first).toMatchObject({ total_count: keptImports, total_pages: 3 });
  expect(first.items[0]?.failure?.code).toBe('noUsableItem');
  const last = await list(actor, { id: feedId, per_page: 20, page: 3 });
  expect(last.items).toHaveLength(10);
  expect(last.items[0]!.id).toBeLessThan(first.items.at(-1)!.id);
});
