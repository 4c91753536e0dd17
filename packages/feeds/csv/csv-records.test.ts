import { readFileSync, readdirSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { sharedData } from '#scripts/shared-data.ts';
import { csvRecords } from './csv-records.ts';
import { readLimits } from '#feeds/limits.ts';
import { allRecords, errorCode, inPieces, readText } from '#feeds/testing/read-text.ts';

const read = (text: string, options: { separator?: string; headers?: string; piece?: number } = {}, limits = {}) =>
  allRecords(
    csvRecords(
      inPieces(text, options.piece ?? 7),
      { head: text.slice(0, 10_000), separator: options.separator ?? null, headers: options.headers ?? null },
      { ...readLimits, ...limits },
    ),
  );

const rows = async (...args: Parameters<typeof read>) => (await read(...args)).map(({ fields }) => fields);

for (const [name, separator] of Object.entries({ comma: ',', semicolon: ';', tab: '\t', pipe: '|' })) {
  test(`the ${name} is found out as the separator`, async () => {
    const text = ['id,name;x', '1,"a;b,c"', '2,d'].map((line) => line.replaceAll(/,(?![^"]*"$)/g, separator)).join('\n');
    expect(Object.keys((await rows(text))[0] ?? {})).toHaveLength(2);
  });
}

test('the separator can be given, by itself or by name', async () => {
  expect(await rows('a,b;c\n1,2;3', { separator: ';' })).toEqual([{ 'a,b': '1,2', c: '3' }]);
  expect(await rows('a;b\tc\n1;2\t3', { separator: 'tab' })).toEqual([{ 'a;b': '1;2', c: '3' }]);
  expect(await rows('sep=|\na,b|c\n1,2|3')).toEqual([{ 'a,b': '1,2', c: '3' }]);
});

test('headers can be given, and a header row that repeats them is skipped', async () => {
  expect(await rows('1,a\n2,b', { headers: 'id,name' })).toEqual([
    { id: '1', name: 'a' },
    { id: '2', name: 'b' },
  ]);
  expect(await rows('ID,Name\n2,b', { headers: 'id, name' })).toEqual([{ id: '2', name: 'b' }]);
});

test('columns without a name or with the same name are told apart', async () => {
  expect(await rows('a,,a\n1,2,3')).toEqual([{ a: '1', 'column 2': '2', 'a 2': '3' }]);
});

test('rows that do not fit are records with a warning', async () => {
  const records = await read('a,b\n1\n1,2,3\n\n4,5\n');
  expect(records.map(({ line, fields, problems }) => [line, { ...fields }, problems?.map(({ reason }) => reason)])).toEqual([
    [2, { a: '1' }, ['tooFewColumns']],
    [3, { a: '1', b: '2' }, ['tooManyColumns']],
    [5, { a: '4', b: '5' }, undefined],
  ]);
});

test('quotes in odd places and blanks around cells do no harm', async () => {
  expect(await rows('a,b,c\n 1 , "x, y" ,5" nail\n2,"TV" 40in,""""\n')).toEqual([
    { a: '1', b: 'x, y', c: '5" nail' },
    { a: '2', b: '"TV" 40in', c: '"' },
  ]);
});

test('a quote that is never closed costs one row', async () => {
  const text = `a,b\n1,"open\n${'2,fine\n'.repeat(50)}`;
  const atEnd = await read(text);
  expect(atEnd).toHaveLength(51);
  expect(atEnd[0]).toMatchObject({ fields: { a: '1', b: '"open' }, problems: [{ reason: 'repairedText' }] });
  expect(await read(text, {}, { maxQuotedChars: 40 })).toEqual(atEnd);
});

test('a file with a million columns, an endless line and an empty table are refused', async () => {
  expect(await errorCode(read(`${'c,'.repeat(1_000_000)}\n1`, { piece: 65_536 }))).toBe('tooManyColumns');
  expect(await errorCode(read(`a,b\n1,${'x'.repeat(5_000_000)}`, { piece: 65_536 }))).toBe('lineTooLong');
  expect(await errorCode(read('a,b\n\n'))).toBe('noRows');
});

test('old Mac line breaks are seen', async () => {
  expect(await rows('a,b\r1,2\r"3\r4",5\r')).toEqual([
    { a: '1', b: '2' },
    { a: '3\r4', b: '5' },
  ]);
});

const spectrum = sharedData('hostile/csv/csv-spectrum');

test.skipIf(spectrum === null)('csv-spectrum reads as it says', async () => {
  // The expectation of location_coordinates is about other values than its file.
  for (const file of readdirSync(`${spectrum}/csvs`).filter((name) => name !== 'location_coordinates.csv')) {
    const expected = JSON.parse(
      readFileSync(`${spectrum}/json/${file.replace('.csv', '.json')}`, 'utf8').replaceAll(String.raw`\r\n`, String.raw`\n`),
    ) as Record<string, string> | Record<string, string>[];
    const filled = [expected].flat().map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([, value]) => value.trim() !== '')
          .map(([name, value]) => [name, value.trim()]),
      ),
    );
    const { all } = await readText(readFileSync(`${spectrum}/csvs/${file}`), { type: 'csv' });
    expect(
      all.map(({ fields }) => ({ ...fields })),
      file,
    ).toEqual(filled);
  }
});

const csvFeeds = sharedData('feeds/csv');

test.skipIf(csvFeeds === null)('every real feed reads as another parser reads it', async () => {
  for (const file of readdirSync(csvFeeds ?? '')) {
    const text = new TextDecoder(file.includes('cp1250') ? 'windows-1250' : 'utf-8').decode(readFileSync(`${csvFeeds}/${file}`));
    const delimiter = [';', '\t', ','].find((each) => text.split('\n', 1)[0]?.includes(each)) ?? ',';
    const expected = parse<Record<string, string>>(text, {
      columns: true,
      delimiter,
      relax_quotes: true,
      relax_column_count: true,
      trim: true,
      skip_empty_lines: true,
    });
    const filled = expected.map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .map(([name, value]) => [name, value.trim()])
          .filter(([, value]) => value !== '' && !/^#?n\/a$|^null$/i.test(value ?? '')),
      ),
    );
    const ours = (await read(text, { piece: 4_096 })).map(({ fields }) => ({ ...fields }));
    expect(JSON.stringify(ours) === JSON.stringify(filled), file).toBe(true);
  }
});
