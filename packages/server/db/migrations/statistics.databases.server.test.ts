import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { migrateTo, openDatabase } from '#server/db/open-database.ts';
import type { Database } from '#server/db/schema.ts';
import { databaseAsItIs } from '#server/db/testing/database-as-it-is.ts';
import { clickedItems, clickingTerms, itemCounts, nextTerms, termCounts, totalsStore } from '#server/stats/totals.store.ts';
import { visitorStore } from '#server/stats/visitors.store.ts';
import { kindOf } from '#testing/raw-database.ts';
import { createEmptyDatabase } from '#testing/test-database.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { baselineName } from './migrations.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'aisle-packs-'));
const { url, drop } = await createEmptyDatabase();
const kind = kindOf(url ?? path.join(folder, 'packs.sqlite'));
let db: Database;
afterAll(async () => {
  await db.destroy();
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Columns of doubles and bytes in turn, as the baseline packed them. */
function pack(...columns: readonly (readonly number[])[]): string {
  const rows = columns[0]!.length;
  const align = (offset: number): number => Math.ceil(offset / 8) * 8;
  const kinds = columns.map((values) => (Math.max(...values) < 256 ? 0 : 4));
  const parts = columns.map((values, at) => Buffer.from((kinds[at] === 0 ? Uint8Array : Float64Array).from(values).buffer));
  const head = Buffer.alloc(align(8 + columns.length));
  head.writeUInt32LE(rows, 0);
  head.writeUInt32LE(columns.length, 4);
  for (const [at, one] of kinds.entries()) head[8 + at] = one;
  const padded = parts.map((part) => Buffer.concat([part, Buffer.alloc(align(part.length) - part.length)]));
  return Buffer.concat([head, ...padded]).toString('base64');
}

const pair = (first: number, second: number): number => first * 2 ** 26 + second;
const [may, june] = [Date.parse('2026-05-03'), Date.parse('2026-06-02')];

async function fillBaseline(before: Database): Promise<void> {
  const run = async (statement: string): Promise<void> => void (await sql.raw(statement).execute(before));
  await run(`insert into project (id, name, url, language, time_zone, data_source, token, secret_hash, created_at)
    values (1, 'Shop', '', 'cs', 'UTC', '', 't', '', 0)`);
  for (const [cube, names] of [
    ['terms', ['lamp', 'sun', 'rare']],
    ['items', ['a', 'b']],
  ] as const)
    for (const [number, name] of names.entries())
      await run(`insert into sum_name (project_id, cube, number, name) values (1, '${cube}', ${number}, '${name}')`);
  const search = { object: 'search', language: 'cs' };
  const put = (cube: string, span: string, period: string, part: number, data: string, { object, language } = search) =>
    run(`insert into sum_pack (project_id, cube, span, period, part, collection_id, result_object, language, version, data)
      values (1, '${cube}', '${span}', '${period}', ${part}, 7, '${object}', '${language}', 1, '${data}')`);
  const day = (of: string, searches: number): Promise<void> =>
    run(`insert into search_day (project_id, collection_id, day, result_object, language, search_count, unfound_count, click_count,
      timed_count, took_ms) values (1, 7, '${of}', 'search', 'cs', ${searches}, 0, 0, 0, 0)`);
  for (const [of, searches] of [
    ['2026-05-03', 5],
    ['2026-06-01', 9],
    ['2026-06-02', 2],
  ] as const)
    await day(of, searches);

  // May is packed as a month, the first of June as a day, and the second of June in part.
  await put('terms', 'month', '2026-05', -1, pack([0, 1], [3, 2], [0, 1], [1, 0], [8, 0], [may, may]));
  await put('terms', 'month', '2026-05', 0, pack([0, 1], [3, 3], [3, 2], [0, 1], [1, 0], [8, 0], [may, may]));
  await put('terms', 'day', '2026-06-01', 0, pack([0, 2], [8, 1], [0, 0], [0, 0], [9, 4], [june - 9, june - 9]));
  await put('terms', 'day', '2026-06-02', 0, pack([0], [1], [0], [0], [9], [june]));
  await run(`insert into searched_term (project_id, collection_id, day, result_object, language, term, search_count, unfound_count,
    click_count, item_count, last_at) values (1, 7, '2026-06-02', 'search', 'cs', 'lamp', 1, 0, 1, 11, ${june + 5})`);

  const items = { object: '', language: '' };
  await put('items', 'month', '2026-05', 0, pack([0, 1], [3, 3], [20, 1], [4, 0], [1, 0], [0, 0]), items);
  for (const [type, count] of [
    ['click', 2],
    ['purchase', 1],
  ] as const)
    await run(`insert into item_event (project_id, collection_id, day, type, item_id, event_count)
      values (1, 7, '2026-05-03', '${type}', 'b', ${count})`);

  await put('clicked items', 'month', '2026-05', 0, pack([pair(0, 0), pair(0, 1)], [3, 3], [3, 1], [4, 2], [3, 1]));
  await put('clicking terms', 'month', '2026-05', 0, pack([pair(0, 0), pair(1, 0)], [3, 3], [3, 1], [4, 2], [3, 1]));
  await run(`insert into clicked_item (project_id, collection_id, day, result_object, language, term, item_id, click_count, position_sum,
    position_count) values (1, 7, '2026-06-02', 'search', 'cs', 'lamp', 'b', 1, 5, 1)`);
  await put('next searches', 'day', '2026-05-03', 0, pack([pair(0, 1)], [2], [1], [1]));
  // Two visitors of lamps, one of whom searched for the sun, which found nothing.
  await put('visitors', 'day', '2026-05-03', 0, pack([0, 0, 1], [10, 20_000, 10], [0, 0, 1]));
  await put('visitors', 'day', '2026-05-03', -1, pack([0, 0, 1], [10, 20_000, 10], [0, 0, 0]));
}

test('converts packed, half packed and unpacked statistics of the baseline', async () => {
  await migrateTo(kind, baselineName);
  const before = databaseAsItIs(kind);
  await fillBaseline(before);
  await before.destroy();
  db = await openDatabase(kind);

  const store = totalsStore(db);
  const project = { id: 1 };
  const asked = { project, range: { start: '2026-05-01', end: '2026-06-30' }, language: 'cs', resultObject: 'search' };
  const told = async (...[of, at, only]: Parameters<typeof store.totals>) => {
    const { ids, columns } = await store.totals(of, at, only);
    const names = await store.namesOf([...ids]);
    return Object.fromEntries(names.map((name, place) => [name, columns.map((column) => column[place])]));
  };
  expect(await told(termCounts, asked)).toEqual({
    lamp: [13, 0, 2, 11, june + 5],
    sun: [2, 1, 0, 0, may],
    rare: [1, 0, 0, 4, june - 9],
  });
  expect((await store.termDays(asked, ['lamp'])).get('lamp')).toMatchObject(
    new Map([
      ['2026-05-03', { search_count: 3 }],
      ['2026-06-01', { search_count: 8 }],
      ['2026-06-02', { search_count: 2 }],
    ]),
  );
  expect(await told(itemCounts, asked)).toEqual({ a: [20, 4, 1, 0], b: [1, 2, 0, 1] });
  expect(await told(clickedItems, asked, 'lamp')).toEqual({ a: [3, 4, 3], b: [2, 7, 2] });
  expect(await told(clickingTerms, asked, 'b')).toEqual({ lamp: [2, 7, 2] });
  expect(await told(nextTerms, asked, 'lamp')).toEqual({ sun: [2, 1, 1] });
  const visitors = visitorStore(db);
  expect(await visitors.all(asked, false)).toEqual({ count: 2, isEstimated: false });
  expect((await visitors.all(asked, true)).count).toBe(1);
  expect((await visitors.of(asked, ['lamp', 'sun'], false)).get('lamp')!.count).toBe(2);
  expect((await visitors.of(asked, ['lamp', 'sun'], true)).get('sun')!.count).toBe(1);
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  expect(tables.filter((name) => /^sum_|searched_term|item_event|clicked_item/.test(name))).toEqual([]);
});
