import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { launchOptions, pageOptions } from '#e2e/browser.ts';
import { foregroundVariable } from '#process-kit/one-task.ts';

process.env[foregroundVariable] = 'yes';

export default defineConfig({
  testDir: '.',
  testMatch: ['e2e/**/*.e2e.ts', 'features/**/*.e2e.ts', 'packages/**/*.e2e.ts'],
  globalSetup: './e2e/prepared-shop.ts',
  outputDir: '.cache/e2e',
  fullyParallel: true,
  forbidOnly: process.env.CI === 'true',
  // Journeys wait for what is typed to be searched, and for what is saved.
  workers: availableParallelism() + 1,
  // Nothing fails only because a machine is busy.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    browserName: 'chromium',
    launchOptions,
    contextOptions: pageOptions,
    // A trace takes half as much again as the journey itself; `--trace on` makes one of a journey that failed.
    screenshot: 'only-on-failure',
  },
});
