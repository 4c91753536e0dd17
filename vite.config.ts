import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './scripts/precompress.ts';

/** Chunk entries in load order. */
const entries: readonly (readonly [name: string, file: RegExp])[] = [
  ['first', /\/apps\/console\/main\.ts$/],
  ['base', /\/apps\/console\/start\.tsx$/],
  ['public', /\/account\/screen\/login\.page\.tsx$/],
  ['guest', /\/(?:register|confirm|set-up|provider-return|email-change|password-reset|invitation|weekly-report-off)\.page\.tsx$/],
  ['shell', /\/apps\/console\/console\.tsx$/],
];

/** Shared by most screens; libraries of few screens stay out. */
const shared =
  /\/packages\/(?:ui|contract)\/|\/node_modules\/(?:@mantine\/(?:core|hooks|form)|fast-deep-equal|lucide-react|zod|@tanstack|react-number-format)\//;

/**
 * Few chunks, because each costs a request and small files compress badly. A chunk holds everything its entry imports that no earlier
 * chunk has, so chunks import only earlier ones.
 */
const chunkGroups = [
  ...entries.map(([name, test], at) => ({ name, test, priority: entries.length + 1 - at })),
  { name: 'kit', test: shared, minShareCount: 2, priority: 1 },
];

/** What the server answers; all other paths are screens of the console. */
const serverPaths = ['/api', '/front', '/auth/authorize', '/docs', '/openapi.json', '/plugin', '/sample-shop'];
const server = `http://127.0.0.1:${process.env.AISLE_PORT ?? '4600'}`;

/** 7 % larger than at the best quality, in a tenth of the time. */
const brotliQuality = 9;

export default defineConfig({
  root: 'apps/console',
  cacheDir: '../../.cache/vite',
  plugins: [react(), precompress(brotliQuality)],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    manifest: true,
    rolldownOptions: { checks: { pluginTimings: false }, output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: { proxy: Object.fromEntries(serverPaths.map((path) => [path, server])) },
});
