import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { createEmptyDatabase } from '#testing/test-database.ts';
import { migrateTo } from '#server-kit/db/testing/watched-database.ts';
import { type DatabaseKind, postgres, sqlite } from '#server-kit/db/dialects.ts';
import { migrations } from '#server-kit/db/migrations/migrations.ts';
import { openDatabase } from '#server-kit/db/open-database.ts';
import type { Schema } from '#server-kit/db/schema.ts';
import { addProject } from '#server-kit/releases/testing/release-kit.ts';

test('clicks that were there before they were counted by query and item are counted once', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'aisle-clicks-'));
  const database = await createEmptyDatabase();
  const kind = (): DatabaseKind =>
    database.url === null ? sqlite(path.join(folder, 'clicks.sqlite')) : postgres(database.url, () => undefined);
  await migrateTo(kind(), Object.keys(migrations(kind())).indexOf('047-clicked-items'));
  const before = new Kysely<Schema>({ dialect: kind().dialect });
  const { id: projectId } = await addProject(before);
  const of = { project_id: projectId, collection_id: 1, day: '2026-03-01', happened_at: 1, visitor: 'v' };
  const query = { ...of, result_object: 'search', language: 'cs', item_count: 1, took_ms: 1, is_counted: 1 } as const;
  await before
    .insertInto('shop_query')
    .values(['q1', 'q2'].map((id) => ({ ...query, query_id: id, search_id: id, term: 'lamp' })))
    .execute();
  const event = { ...of, day: '2026-03-02', quantity: null, price: null, currency: null };
  const click = (id: string, queryId: string | null, position: number | null, looksLeft = 0) => ({
    ...event,
    event_id: id,
    type: 'click' as const,
    item_id: 'l1',
    query_id: queryId,
    position,
    looks_left: looksLeft,
  });
  await before
    .insertInto('shop_event')
    .values([
      click('1', 'q1', 2),
      click('2', 'q2', 3),
      click('3', 'q2', null),
      click('still looked at', 'q1', 1, 3),
      click('of no query', null, 1),
      click('of a query that is gone', 'q9', 1),
      { ...click('bought', 'q1', 1), type: 'purchase' },
    ])
    .execute();
  await before.destroy();
  const db = await openDatabase(kind());
  const rows = await db.selectFrom('clicked_item').selectAll().execute();
  expect(rows).toEqual([
    {
      id: rows[0]!.id,
      project_id: projectId,
      collection_id: 1,
      day: '2026-03-01',
      result_object: 'search',
      language: 'cs',
      term: 'lamp',
      item_id: 'l1',
      click_count: 3,
      position_sum: 5,
      position_count: 2,
    },
  ]);
  await db.destroy();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});
