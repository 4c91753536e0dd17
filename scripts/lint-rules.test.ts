import { beforeAll, expect, test } from 'vitest';
import { lintSnippets, type Finding } from './lint-snippets.ts';

const forgottenPromise = `export async function save(): Promise<void> {}
export function leave(): void {
  save();
}
`;
const snippets = new Map([
  ['features/dashboard/dashboard.rule.ts', 'export const now = (): number => Date.now();\n'],
  ['features/dashboard/server/dashboard.server.ts', 'export const now = (): number => Date.now();\n'],
  ['packages/feeds/forgotten.ts', forgottenPromise],
  ['packages/feeds/long.ts', 'export {};\n'.repeat(401)],
  ['packages/feeds/long-enough.ts', 'export {};\n'.repeat(400)],
  ['packages/feeds/camelCase.ts', 'export {};\n'],
]);
let findings: Finding[];

beforeAll(async () => {
  findings = await lintSnippets(snippets);
});

const rulesBrokenBy = (file: string): string[] => findings.filter((finding) => finding.file === file).map(({ rule }) => rule);

test('a rule of search may not read the clock, a server file may', () => {
  expect(rulesBrokenBy('features/dashboard/dashboard.rule.ts')).toEqual(['eslint(no-restricted-globals)']);
  expect(rulesBrokenBy('features/dashboard/server/dashboard.server.ts')).toEqual([]);
});

test('a promise that nobody waits for is an error', () => {
  expect(rulesBrokenBy('packages/feeds/forgotten.ts')).toEqual(['typescript(no-floating-promises)']);
});

test('a file has at most 400 lines', () => {
  expect(rulesBrokenBy('packages/feeds/long.ts')).toContain('eslint(max-lines)');
  expect(rulesBrokenBy('packages/feeds/long-enough.ts')).not.toContain('eslint(max-lines)');
});

test('names of files are in kebab case', () => {
  expect(rulesBrokenBy('packages/feeds/camelCase.ts')).toEqual(['unicorn(filename-case)']);
});
