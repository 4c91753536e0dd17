import { defineConfig } from '@playwright/test';
import { launchOptions, pageOptions } from './e2e/browser.ts';
import { foregroundVariable } from '#process-kit/one-task.ts';

process.env[foregroundVariable] = 'yes';

const nightly = '*.nightly.e2e.ts';

export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'journeys', testMatch: '*.e2e.ts', testIgnore: nightly },
    { name: 'nightly', testMatch: nightly },
  ],
  globalSetup: './e2e/prepared-shop.ts',
  outputDir: '.cache/e2e',
  fullyParallel: true,
  forbidOnly: process.env.CI === 'true',
  workers: 2,
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
