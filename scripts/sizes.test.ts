import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { build, type Rolldown } from 'vite';
import { expect, test, vi } from 'vitest';

const root = path.dirname(import.meta.dirname);
const gzippedBytes = (code: string): number => gzipSync(code, { level: 9 }).length;

test('the plugin is one script of at most 28.5 kB, gzipped, that runs nothing from a text', async () => {
  const configFile = path.join(root, 'vite.plugin.config.ts');
  const results = (await build({ configFile, logLevel: 'silent', build: { write: false } })) as Rolldown.RolldownOutput[];
  const files = results.flatMap(({ output }) => output).filter(({ fileName }) => !/\.(gz|br)$/.test(fileName));
  expect(files.map(({ fileName }) => fileName)).toEqual(['plugin.js']);
  const { code } = files[0] as Rolldown.OutputChunk;
  expect(gzippedBytes(code)).toBeLessThanOrEqual(28_500);
  // A content policy without unsafe-eval and unsafe-inline refuses these.
  expect(/\beval\(|new Function\(|setAttribute\(.style.|document\.cookie/.exec(code)).toBeNull();
});

test('a first visit of the dashboard loads few scripts and styles, and no page of guests', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const configFile = path.join(root, 'vite.config.ts');
  const { output } = (await build({ configFile, logLevel: 'silent', build: { write: false } })) as Rolldown.RolldownOutput;
  const chunks = new Map(output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])));
  const served = new Map(output.map((one) => [one.fileName, one.type === 'chunk' ? 0 : one.source.length]));
  const loaded = new Set<string>();
  const load = (fileName: string): void => {
    if (loaded.has(fileName)) return;
    loaded.add(fileName);
    for (const next of chunks.get(fileName)!.imports) load(next);
  };
  for (const entry of ['first', 'base', 'shell', 'dashboard'])
    load([...chunks.values()].find(({ name }) => name === entry)!.fileName);
  const styles = new Set([...loaded].flatMap((fileName) => [...chunks.get(fileName)!.viteMetadata!.importedCss]));
  const bytes = (files: Iterable<string>): number =>
    [...files].reduce((sum, fileName) => sum + (served.get(`${fileName}.br`) ?? served.get(fileName)!), 0);
  expect([...loaded].filter((fileName) => /public|guest|overlays|kit|figures|texts/.test(fileName))).toEqual([]);
  expect(loaded.size).toBeLessThanOrEqual(5);
  expect(bytes(loaded)).toBeLessThanOrEqual(190_000);
  expect(bytes(styles)).toBeLessThanOrEqual(21_000);
});

test.each([
  ['javascript/aisle-client.ts', 3_500],
  ['instantsearch/aisle-instantsearch.ts', 8_300],
])('the client %s has at most %i bytes, gzipped, and imports nothing', async (entry, most) => {
  const input = path.join(root, 'packages/clients', entry);
  const bundler = await rolldown({ input, platform: 'neutral', transform: { target: 'es2022' } });
  const { output } = await bundler.generate({ format: 'esm', minify: true });
  await bundler.close();
  expect(output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.imports : [chunk.fileName]))).toEqual([]);
  expect(gzippedBytes(output[0].code)).toBeLessThanOrEqual(most);
});
