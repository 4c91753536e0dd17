import { expect, test } from 'vitest';
import { findCircle, floorProblems } from './import-floors.ts';

const aliases = {
  '#contract/*': './packages/contract/*',
  '#engine/*': './packages/engine/*',
  '#features/*': './features/*',
  '#server/*': './packages/server/*',
  '#ui/*': './packages/ui/*',
};
const synonyms = 'features/search-settings/synonyms';

const problemsOf = (file: string, specifier: string): string[] =>
  floorProblems(new Map([[file, `import { thing } from '${specifier}';\n`]]), aliases);

test.each([
  ['packages/contract/page.ts', 'kysely'],
  ['packages/engine/query/pipeline.ts', '#server/db/schema.ts'],
  ['packages/server/app/serve.ts', '#ui/list/table.tsx'],
  ['packages/server/app/serve.ts', '#features/a/a/a.store.ts'],
  ['packages/ui/list/table.tsx', 'node:fs'],
  ['packages/clients/client.ts', 'zod/mini'],
  ['packages/plugin/plugin.ts', '#engine/plan.ts'],
  [`${synonyms}/synonyms.contract.ts`, '#server/app/serve.ts'],
  [`${synonyms}/server/synonyms.rule.ts`, '#server/db/schema.ts'],
  [`${synonyms}/server/synonyms.rule.ts`, '#features/a/a/a.rule.ts'],
  [`${synonyms}/server/synonyms.store.ts`, 'fastify'],
  [`${synonyms}/server/synonyms.server.ts`, 'kysely'],
  [`${synonyms}/server/synonyms.server.ts`, '#features/a/a/a.rule.ts'],
  [`${synonyms}/screen/synonyms.page.tsx`, '#features/search-settings/synonyms/server/synonyms.store.ts'],
  [`${synonyms}/screen/synonyms.page.tsx`, '#features/a/a/a.page.tsx'],
  [`${synonyms}/screen/synonyms.page.tsx`, 'node:fs'],
  ['apps/server/app.ts', '../console/main.tsx'],
])('refuses %s importing %s', (file, specifier) => {
  expect(problemsOf(file, specifier)).toEqual([expect.stringContaining(`${file} imports `)]);
});

test.each([
  ['packages/contract/page.ts', 'zod/mini'],
  ['packages/server/app/serve.ts', '#engine/port.ts'],
  [`${synonyms}/server/synonyms.rule.ts`, '#engine/plan.ts'],
  [`${synonyms}/server/synonyms.store.ts`, '#server/db/schema.ts'],
  [`${synonyms}/server/synonyms.server.ts`, '#features/a/a/a.store.ts'],
  [`${synonyms}/screen/synonyms.page.tsx`, '#features/a/a/a.picker.tsx'],
  ['apps/server/app.test.ts', 'kysely'],
])('accepts %s importing %s', (file, specifier) => {
  expect(problemsOf(file, specifier)).toEqual([]);
});

test('reports a circle by the imports that close it', () => {
  const arrows = new Map([
    ['a', new Map([['b', 'a.ts']])],
    ['b', new Map([['c', 'b.ts']])],
    ['c', new Map([['b', 'c.ts']])],
  ]);
  expect(findCircle(arrows)).toEqual(['b imports c in b.ts', 'c imports b in c.ts']);
});
