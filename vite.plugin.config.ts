import { defineConfig } from 'vite';
import { precompress } from './scripts/precompress.ts';

/** Shops have customers with phones of some years. */
const target = 'es2022';
const cssTarget = 'safari16';

/**
 * What the console shows in a frame is built beside the plugin, with `--mode preview`, and what the demo shop's page has, with `--mode demo`: a
 * script without imports has one entry.
 */
const scripts = {
  plugin: { entry: 'plugin.ts', fileName: 'plugin.js' },
  demo: { entry: 'demo/demo-shop.tsx', fileName: 'demo-shop.js' },
  preview: { entry: 'preview-page/preview-page.ts', fileName: 'plugin-preview.js' },
} as const;

/** One script without imports, whose parts are drawn by Preact. Its styles are texts in it. */
export default defineConfig(({ mode }) => {
  const { entry, fileName } = scripts[mode === 'preview' || mode === 'demo' ? mode : 'plugin'];
  return {
    root: 'packages/plugin',
    cacheDir: '../../.cache/vite-plugin',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    plugins: [precompress()],
    build: {
      target,
      rolldownOptions: { checks: { pluginTimings: false } },
      cssTarget,
      outDir: 'dist',
      emptyOutDir: entry === scripts.plugin.entry,
      lib: { entry, formats: ['iife'], name: 'plugin', fileName: () => fileName, cssFileName: 'demo-shop' },
    },
  };
});
