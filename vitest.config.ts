import { defineConfig } from 'vitest/config';
import { foregroundVariable } from '#process-kit/one-task.ts';

const places = ['packages', 'features', 'apps', 'scripts'];
const named = (suffix: string): string[] => places.map((place) => `${place}/**/*${suffix}`);
/** They are drawn by another library than the console. */
const ofPlugin = 'packages/plugin/**/*.test.tsx';
/** They open a page of the console on a real server. */
const ofPages = '**/*.page.test.tsx';
/** They need a server, a service, or more time than others. */
const special = ['server', 'opensearch', 's3', 'redis', 'nightly'].map((kind) => `**/*.${kind}.test.ts`);
/** On PostgreSQL run those which it decides; at night all of them do. */
const onPostgres =
  process.env.AISLE_TEST_EVERYTHING === undefined
    ? [...named('.databases.server.test.ts'), ...named('.postgres.server.test.ts')]
    : named('.server.test.ts');
const serverTests =
  process.env.AISLE_TEST_DATABASE_URL === undefined
    ? { include: named('.server.test.ts'), exclude: ['**/*.postgres.server.test.ts'] }
    : { include: onPostgres };
/** Nothing fails only because a machine is busy. */
const slow = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 120_000 } } };
const env = { [foregroundVariable]: 'yes' };
const workerEnd = 'packages/testing/worker-end.setup.ts';
/**
 * Loading the modules of a test takes longer than many a test, so the files of a worker share them and leave nothing behind in them. Node
 * loads them itself in a fraction of the time that Vite takes to transform them.
 */
const onNode = {
  isolate: false,
  setupFiles: [workerEnd, 'packages/testing/built-programs.setup.ts'],
  experimental: { viteModuleRunner: false, nodeLoader: false },
};

/** React's own checks take longer than most of a page. */
const asPeopleGetIt = { oxc: { jsx: { runtime: 'automatic', development: false } } } as const;
const production = { NODE_ENV: 'production' };
/** A simulated page, which the files of a worker share, too. */
const inPage = { environment: 'happy-dom', isolate: false, ...slow } as const;

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: named('.test.ts'), exclude: special, env, ...slow, ...onNode } },
      {
        test: {
          name: 'server',
          ...serverTests,
          globalSetup: 'packages/testing/database-template.setup.ts',
          env,
          ...slow,
          ...onNode,
        },
      },
      {
        test: {
          name: 'opensearch',
          include: [...named('.opensearch.test.ts'), ...named('.s3.test.ts')],
          env,
          ...slow,
          ...onNode,
        },
      },
      {
        test: {
          name: 'redis',
          include: named('.redis.test.ts'),
          globalSetup: 'packages/testing/database-template.setup.ts',
          env,
          ...slow,
          ...onNode,
        },
      },
      { test: { name: 'nightly', include: named('.nightly.test.ts'), env, testTimeout: 900_000, hookTimeout: 60_000 } },
      {
        ...asPeopleGetIt,
        test: {
          name: 'console',
          env: production,
          include: named('.test.tsx'),
          exclude: [ofPlugin, ofPages],
          setupFiles: 'packages/ui/console-page.setup.ts',
          ...inPage,
        },
      },
      {
        ...asPeopleGetIt,
        test: {
          name: 'pages',
          include: named('.page.test.tsx'),
          globalSetup: 'packages/testing/page-server.setup.ts',
          env: production,
          setupFiles: [workerEnd, 'packages/testing/pages/page.setup.ts'],
          // What a page is drawn with outlives the small space for new objects, which is copied then.
          execArgv: ['--max-semi-space-size=64'],
          ...inPage,
        },
      },
      {
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
        test: { name: 'plugin', include: [ofPlugin], ...inPage },
      },
    ],
  },
});
