import { beforeEach, expect, test } from 'vitest';
import { sharedServer } from '#testing/shared-server.ts';
import {
  boostFiles,
  readBoosts,
  saveBoosts,
  type SentBoost,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';

const server = await sharedServer();
const owner = await server.shop();
const c = owner.collectionId;

const state = async () => (await server.call(owner, readBoosts, { c })).data!;
const save = (boosts: readonly Partial<SentBoost>[], publish = false) =>
  server.call(owner, saveBoosts, { collection_id: c, boosts: boosts as SentBoost[], overrides_relevance: false, publish });
const exported = async (format: 'csv' | 'json') => (await server.call(owner, boostFiles.exportRows, { c, format })).data!;
const take = (text: string, dry_run: boolean, format: 'csv' | 'json' = 'csv') =>
  server.call(owner, boostFiles.importRows, { c, text, format, dry_run });
const acting = async () => (await state()).boosts.map(({ id: _id, updated_at: _at, updated_by: _by, ...boost }) => boost);

const drafted: Partial<SentBoost>[] = [
  {
    field: 'brand',
    type: 'value',
    value: ['=SUM(A1)', 'Alma | Co'],
    boost: 1.5,
    is_active: false,
    valid_to: Date.UTC(2031, 0, 1),
  },
  { field: 'price', type: 'functional', function: 'linear', operation: 'add', boost: 0.25 },
  { field: 'price', type: 'value', value: [10, 12.5], boost: 3 },
];

beforeEach(async () => {
  await save([], true);
});

test.each(['csv', 'json'] as const)('a draft comes back from its %s as it was, and stays a draft', async (format) => {
  await save(drafted);
  const before = await acting();
  const { text, file_name } = await exported(format);
  expect(file_name).toBe(`boosts.${format}`);
  await save([], true);
  expect((await take(text, true, format)).data).toMatchObject({
    new: 3,
    changed: 0,
    same: 0,
    mistake_count: 0,
    is_written: false,
  });
  expect((await state()).boosts).toEqual([]);
  expect((await take(text, false, format)).data).toMatchObject({ new: 3, is_written: true });
  expect(await acting()).toEqual(before);
  expect((await state()).live.boosts).toEqual([]);
  expect((await take(text, true, format)).data).toMatchObject({ new: 0, changed: 0, same: 3 });
});

test('no cell of the CSV is a formula', async () => {
  await save(drafted);
  expect((await exported('csv')).text).toContain("'=SUM(A1)|Alma");
});

test('what a file adds, changes and leaves is told before it is written, and what is refused with its line and why', async () => {
  await save(drafted);
  const text = [
    'Field;Type;Value;Compared with;Boost;Active',
    'price;value;10|12.5;value;2,5;true',
    'brand;value;Fresco;value;2;true',
    'nothing;value;x;value;2;true',
    'brand;value;two words;word;2;true',
    'price;value;cheap;value;2;true',
    'brand;value;Fresco;value;3;true',
    'brand;value;Other;value;1,000;true',
  ].join('\n');
  const { data } = await take(text, true);
  expect(data).toMatchObject({ new: 1, changed: 1, same: 0, mistake_count: 5, unknown_columns: [], is_written: false });
  expect(data!.mistakes.map(({ line, field, code }) => [line, field, code])).toEqual([
    [4, 'field', 'notFound'],
    [5, 'value', 'oneWord'],
    [6, 'value', 'fieldNotValid'],
    [7, 'field', 'rowTwice'],
    [8, 'boost', 'boostNotPossible'],
  ]);
  await take(text, false);
  const boosts = await acting();
  expect(boosts.map(({ value, boost }) => [value, boost])).toEqual(
    expect.arrayContaining([
      [[10, 12.5], 2.5],
      [['Fresco'], 2],
    ]),
  );
  expect(boosts).toHaveLength(4);
});
