import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { build, type Rolldown } from 'vite';
import { expect, test, vi } from 'vitest';
import { scratchFolder } from '#engine/testing/scratch.ts';

const root = path.dirname(import.meta.dirname);
const gzippedBytes = (code: string): number => gzipSync(code, { level: 9 }).length;

test('the plugin is one script of at most 29 kB, gzipped, that runs nothing from a text', async () => {
  const configFile = path.join(root, 'vite.plugin.config.ts');
  const results = (await build({ configFile, logLevel: 'silent', build: { write: false } })) as Rolldown.RolldownOutput[];
  const files = results.flatMap(({ output }) => output).filter(({ fileName }) => !/\.(gz|br)$/.test(fileName));
  expect(files.map(({ fileName }) => fileName)).toEqual(['plugin.js']);
  const { code } = files[0] as Rolldown.OutputChunk;
  expect(gzippedBytes(code)).toBeLessThanOrEqual(29_000);
  // A content policy without unsafe-eval and unsafe-inline refuses these.
  expect(/\beval\(|new Function\(|setAttribute\(.style.|document\.cookie/.exec(code)).toBeNull();
});

/** Brotli. The screens used most; the others share the last limit. */
const mostScript: Readonly<Record<string, number>> = {
  '/dashboard': 190_500,
  '/analytics/trending-searches': 213_000,
  '/analytics/trending-searches/item': 237_000,
  '/analytics/searches-without-results': 231_000,
  '/search-settings/synonyms': 233_500,
  '/search-settings/curations': 234_000,
  '/search-settings/boost-manager': 250_000,
  '/search-settings/releases': 241_000,
  '/data/import': 234_000,
  '/developer/query-tester': 235_000,
};
const mostElsewhere = 317_000;
const mostStyles = 36_000;

/** The folder of the console as `npm test` has built it, or as it is now. */
async function builtConsole(): Promise<string> {
  if (process.env['AISLE_SERVER_IS_BUILT'] !== undefined) return path.join(root, 'apps/console/dist');
  vi.stubEnv('NODE_ENV', 'production');
  const outDir = scratchFolder();
  await build({ configFile: path.join(root, 'vite.config.ts'), logLevel: 'silent', build: { outDir, emptyOutDir: true } });
  return outDir;
}

test('a first visit of a screen loads few scripts and styles, and no page of guests', async () => {
  const folder = await builtConsole();
  const read = (fileName: string): string => readFileSync(path.join(folder, fileName), 'utf8');
  const served = (fileName: string): number => {
    const file = path.join(folder, fileName);
    return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
  };
  const inDocument = read('index.html').match(/assets\/[^"]+/g)!;
  const screens = JSON.parse(read('.vite/screens.json')) as Readonly<Record<string, readonly string[]>>;
  const loadedOn = (screen: string) => ({ screen, files: [...inDocument, ...screens[screen]!] });
  const bytes = (files: readonly string[], type: string): number =>
    files.filter((fileName) => fileName.endsWith(type)).reduce((sum, fileName) => sum + served(fileName), 0);

  expect(Object.keys(screens).length).toBeGreaterThan(40);
  for (const { screen, files } of Object.keys(screens).map(loadedOn)) {
    expect(bytes(files, '.js'), `scripts of ${screen}`).toBeLessThanOrEqual(mostScript[screen] ?? mostElsewhere);
    expect(bytes(files, '.css'), `styles of ${screen}`).toBeLessThanOrEqual(mostStyles);
    if (screen in mostScript) expect(files.filter((fileName) => /public|guest|overlays|kit/.test(fileName))).toEqual([]);
  }
  const { files } = loadedOn('/dashboard');
  expect(files.filter((fileName) => /overlays|kit|list|parts|figures|texts|styles/.test(fileName))).toEqual([]);
  expect(files.filter((fileName) => fileName.endsWith('.js')).length).toBeLessThanOrEqual(5);
  expect(bytes(files, '.css')).toBeLessThanOrEqual(21_000);
});

test.each([
  ['javascript/aisle-client.ts', 3_500],
  ['instantsearch/aisle-instantsearch.ts', 9_000],
])('the client %s has at most %i bytes, gzipped, and imports nothing', async (entry, most) => {
  const input = path.join(root, 'packages/clients', entry);
  const bundler = await rolldown({ input, platform: 'neutral', transform: { target: 'es2022' } });
  const { output } = await bundler.generate({ format: 'esm', minify: true });
  await bundler.close();
  expect(output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.imports : [chunk.fileName]))).toEqual([]);
  expect(gzippedBytes(output[0].code)).toBeLessThanOrEqual(most);
});
