import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const places = ['packages', 'features', 'apps', 'scripts'];
const named = (suffix: string): string[] => places.map((place) => `${place}/**/*${suffix}`);
/** They need a server, or more time than others. */
const special = ['server', 'opensearch', 'nightly'].map((kind) => `**/*.${kind}.test.ts`);
const slow = { testTimeout: 30_000, hookTimeout: 30_000 };
/** Loading the server takes longer than most tests of it, so the files of a worker share it. They leave nothing behind in it. */
const loadedOnce = { isolate: false };

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: named('.test.ts'), exclude: special } },
      { test: { name: 'server', include: named('.server.test.ts'), ...slow, ...loadedOnce } },
      {
        test: {
          name: 'opensearch',
          include: named('.opensearch.test.ts'),
          testTimeout: 60_000,
          hookTimeout: 60_000,
          ...loadedOnce,
        },
      },
      { test: { name: 'nightly', include: named('.nightly.test.ts'), testTimeout: 900_000, hookTimeout: 60_000 } },
      { plugins: [react()], test: { name: 'console', environment: 'happy-dom', include: named('.test.tsx') } },
    ],
  },
});
