import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';

const folder = path.join(import.meta.dirname, '../packages/clients');

async function gzippedBytes(entry: string): Promise<number> {
  const bundler = await rolldown({ input: path.join(folder, entry), platform: 'neutral', transform: { target: 'es2022' } });
  const { output } = await bundler.generate({ format: 'esm', minify: true });
  await bundler.close();
  expect(output).toHaveLength(1);
  expect(output[0].imports).toEqual([]);
  return gzipSync(output[0].code, { level: 9 }).length;
}

test.each([
  ['javascript/aisle-client.ts', 3_500],
  ['instantsearch/aisle-instantsearch.ts', 8_000],
])('%s takes a page at most %i bytes, gzipped, and brings nothing else along', async (entry, most) => {
  expect(await gzippedBytes(entry)).toBeLessThanOrEqual(most);
});
