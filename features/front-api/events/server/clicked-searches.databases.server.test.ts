import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/schema.ts';
import { openTestDatabase } from '#testing/raw-database.ts';
import { clickedSearchStore } from './clicked-searches.store.ts';

let db: Database;
let close: () => Promise<void>;
let flooding: number;
let quiet: number;
beforeAll(async () => {
  ({ db, close } = await openTestDatabase());
  const project = {
    name: 'Shop',
    url: '',
    language: 'en',
    time_zone: 'UTC',
    data_source: 'aisle_api',
    secret_hash: '',
    created_at: 1,
  };
  const made = ['flooding', 'quiet'].map((token) => ({ ...project, token }));
  const rows = await db.insertInto('project').values(made).returning('id').execute();
  [flooding, quiet] = rows.map(({ id }) => id) as [number, number];
});
afterAll(() => close());

const day = '2026-09-01';
const place = (project_id: number) => ({ project_id, collection_id: project_id, day });
/** About a search that was, or never was. */
const click = (project_id: number, query_id: string) => ({
  ...place(project_id),
  query_id,
  type: 'click',
  item_id: 'lamp',
  event_id: query_id,
  happened_at: 1,
  visitor: 'v',
  looks_left: 10,
});

test('clicks about searches that never were hold up no clicks of another project', async () => {
  for (let at = 0; at < 3_000; at += 500) {
    const clicks = Array.from({ length: 500 }, (_, one) => click(flooding, `made up ${at + one}`));
    await db.insertInto('shop_event').values(clicks).execute();
  }
  await db
    .insertInto('shop_query')
    .values({
      ...place(quiet),
      result_object: 'search',
      language: 'en',
      term: 'lamp',
      item_count: 1,
      took_ms: 1,
      query_id: 'q',
      search_id: 'q',
      happened_at: 1,
      visitor: 'v',
      is_counted: 1,
    })
    .execute();
  await db.insertInto('shop_event').values(click(quiet, 'q')).execute();
  await clickedSearchStore(db).attribute();
  const of = db.selectFrom('shop_query').select('click_count').where('project_id', '=', quiet);
  expect(await of.execute()).toEqual([{ click_count: 1 }]);
});

test('clicks about searches that never were are looked for ten times', async () => {
  const left = async () => (await db.selectFrom('shop_event').select('id').where('looks_left', '>', 0).execute()).length;
  for (let at = 0; at < 70 && (await left()) > 0; at += 1) await clickedSearchStore(db).attribute();
  expect(await left()).toBe(0);
});
