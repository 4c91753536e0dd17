import { expect, test } from 'vitest';
import { shapeProblems } from './house-shape.ts';

const aliases = { '#features/*': './features/*' };
const long = 'export const a = 1;\n'.repeat(20);

test('reports a small file that one other file imports, whatever its tests import', () => {
  const sources = new Map([
    ['features/data/feeds/small.ts', 'export const small = 1;\n'],
    ['features/data/feeds/small.test.ts', "import { small } from './small.ts';\n"],
    ['features/data/feeds/page.tsx', `import { small } from './small.ts';\n${long}`],
  ]);
  expect(shapeProblems(sources, aliases)).toEqual([
    'features/data/feeds/small.ts has 1 lines: merge it into features/data/feeds/page.tsx.',
  ]);
});

test('leaves contracts, lazily loaded files and what another feature imports', () => {
  const sources = new Map([
    ['features/data/feeds/feeds.contract.ts', 'export const small = 1;\n'],
    ['features/data/feeds/lazy.tsx', 'export const small = 1;\n'],
    ['features/data/feeds/shared.tsx', 'export const small = 1;\n'],
    [
      'features/data/feeds/page.tsx',
      `import { small } from '#features/data/feeds/feeds.contract.ts';\nimport('./lazy.tsx');\n${long}`,
    ],
    ['features/owner/a/page.tsx', `import { small } from '#features/data/feeds/shared.tsx';\n${long}`],
  ]);
  expect(shapeProblems(sources, aliases)).toEqual([]);
});

test('reports a folder of more than 25 files, without its tests', () => {
  const files = (count: number) => Array.from({ length: count }, (_, at) => [`features/data/feeds/a${at}.ts`, long] as const);
  expect(shapeProblems(new Map([...files(25), ['features/data/feeds/a.test.ts', long]]), aliases)).toEqual([]);
  expect(shapeProblems(new Map(files(26)), aliases)).toEqual(['features/data/feeds has 26 files: at most 25.']);
});
