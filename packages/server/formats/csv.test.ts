import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { sharedData } from '#scripts/shared-data.ts';
import { csvText } from './csv.ts';

const read = (csv: string): string[][] => parse(csv, { bom: true });

test('another parser reads back what was written', () => {
  const rows = [
    ['a "quoted" word', 'semi;colon', 'comma, and\r\nline break'],
    ['', 'žluťoučký kůň', '\u00a0'],
  ];
  expect(read(csvText(['x', 'y', 'z'], rows))).toEqual([['x', 'y', 'z'], ...rows]);
});

test('no text is a formula, and numbers stay numbers', () => {
  const formulas = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    '=HYPERLINK("http://evil.example","x")',
  ];
  const cells = read(
    csvText(
      ['x'],
      formulas.map((text) => [text]),
    ),
  ).slice(1);
  expect(cells).toEqual(formulas.map((text) => [`'${text}`]));
  expect(csvText(['x', 'y'], [[-5, null]])).toBe('\ufeffx,y\r\n-5,\r\n');
});

test('no payload of a list of known ones survives', () => {
  const file = sharedData('hostile/csv/payloads_csv_injection.md');
  if (!file) return console.warn('the list of payloads is not beside the checkout: skipped');
  const lines = readFileSync(file, 'utf8').split('\n');
  for (const [cell = ''] of read(
    csvText(
      ['x'],
      lines.map((line) => [line]),
    ),
  ))
    expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/);
});
