import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

const root = path.dirname(import.meta.dirname);
const gzippedBytes = (code: string): number => gzipSync(code, { level: 9 }).length;

test('the plugin is one script of at most 27 kB, gzipped, that runs nothing from a text', async () => {
  const configFile = path.join(root, 'vite.plugin.config.ts');
  const results = (await build({ configFile, logLevel: 'silent', build: { write: false } })) as Rolldown.RolldownOutput[];
  const files = results.flatMap(({ output }) => output).filter(({ fileName }) => !/\.(gz|br)$/.test(fileName));
  expect(files.map(({ fileName }) => fileName)).toEqual(['plugin.js']);
  const { code } = files[0] as Rolldown.OutputChunk;
  expect(gzippedBytes(code)).toBeLessThanOrEqual(27_000);
  // A content policy without unsafe-eval and unsafe-inline refuses these.
  expect(/\beval\(|new Function\(|setAttribute\(.style.|document\.cookie/.exec(code)).toBeNull();
});

test.each([
  ['javascript/aisle-client.ts', 3_500],
  ['instantsearch/aisle-instantsearch.ts', 8_000],
])('the client %s has at most %i bytes, gzipped, and imports nothing', async (entry, most) => {
  const input = path.join(root, 'packages/clients', entry);
  const bundler = await rolldown({ input, platform: 'neutral', transform: { target: 'es2022' } });
  const { output } = await bundler.generate({ format: 'esm', minify: true });
  await bundler.close();
  expect(output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.imports : [chunk.fileName]))).toEqual([]);
  expect(gzippedBytes(output[0].code)).toBeLessThanOrEqual(most);
});
