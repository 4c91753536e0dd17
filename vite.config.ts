import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { noChunkCircles } from './scripts/chunk-circles.ts';
import { chunkNames, preloadBase } from './scripts/console-chunks.ts';
import { precompress } from './scripts/precompress.ts';
import { withoutSummaries } from './scripts/without-summaries.ts';

/** What the server answers; all other paths are screens of the console. */
const serverPaths = ['/api', '/front', '/auth/authorize', '/docs', '/openapi.json', '/plugin', '/sample-shop'];
const server = `http://127.0.0.1:${process.env.AISLE_PORT ?? '4600'}`;

const bundle = { root: 'apps/console', build: { outDir: 'dist', emptyOutDir: true, target: 'es2023', manifest: true } };

export default defineConfig(async ({ command }) => ({
  ...bundle,
  cacheDir: '../../.cache/vite',
  plugins: [react(), withoutSummaries(), preloadBase(), noChunkCircles(), precompress()],
  build: { ...bundle.build, ...(command === 'build' && (await inFewChunks())) },
  server: { proxy: Object.fromEntries(serverPaths.map((path) => [path, server])) },
}));

/** Every chunk has what its modules import in itself or in an earlier one, so nothing needs to be dragged along. */
async function inFewChunks() {
  const groups = [{ debugName: 'shared', name: await chunkNames({ ...bundle, plugins: [react(), withoutSummaries()] }) }];
  return { rolldownOptions: { output: { codeSplitting: { groups, includeDependenciesRecursively: false } } } };
}
