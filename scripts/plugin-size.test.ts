import { gzipSync } from 'node:zlib';
import path from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

/** Loaded by every page of a shop. */
const mostBytes = 30_000;

test('the plugin is one script of at most 30 kB, gzipped, that runs nothing from a text', async () => {
  const configFile = path.join(import.meta.dirname, '../vite.plugin.config.ts');
  const results = (await build({ configFile, logLevel: 'silent', build: { write: false } })) as Rolldown.RolldownOutput[];
  const files = results.flatMap(({ output }) => output).filter(({ fileName }) => !/\.(gz|br)$/.test(fileName));
  expect(files.map(({ fileName }) => fileName)).toEqual(['plugin.js']);
  const code = (files[0] as Rolldown.OutputChunk).code;
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(mostBytes);
  // A content policy without unsafe-eval and unsafe-inline refuses these.
  const refused = /\beval\(|new Function\(|setAttribute\(.style.|document\.cookie/.exec(code);
  expect(refused?.[0]).toBeUndefined();
});
