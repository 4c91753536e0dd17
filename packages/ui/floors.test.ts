import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** A folder may import the floors before its own. */
const floors = [
  ['state'],
  ['text'],
  ['calls'],
  ['code', 'page', 'releases', 'sortable'],
  ['charts', 'dates', 'dialog', 'item'],
  ['collection', 'form'],
  ['files', 'list'],
  ['crud'],
];
const floorOf = (folder: string) => floors.findIndex((floor) => floor.includes(folder));

test('a folder imports lower floors only', () => {
  const files = globSync('*/*.{ts,tsx,css}', { cwd: import.meta.dirname }).filter((file) => !/\.test\.tsx?$/.test(file));
  const up = files.flatMap((file) => {
    const own = path.dirname(file);
    const imports = readFileSync(path.join(import.meta.dirname, file), 'utf8').matchAll(/from '#ui\/(\w+)\//g);
    return [...imports].flatMap(([, folder = '']) => (floorOf(folder) < floorOf(own) ? [] : [`${file} imports ${folder}`]));
  });
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => floorOf(path.dirname(file)) < 0)).toEqual([]);
  expect(up).toEqual([]);
});
