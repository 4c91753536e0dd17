import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { launchOptions } from '#e2e/browser.ts';

export default defineConfig({
  testDir: '.',
  testMatch: ['e2e/**/*.e2e.ts', 'features/**/*.e2e.ts'],
  globalSetup: './e2e/prepared-shop.ts',
  outputDir: '.cache/e2e',
  fullyParallel: true,
  forbidOnly: process.env.CI === 'true',
  // Each has a server and a browser, so more of them wait for each other.
  workers: availableParallelism(),
  // Imports of whole catalogues take part, on machines with two slow cores.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    launchOptions,
    locale: 'en-GB',
    timezoneId: 'Europe/Prague',
    // Nothing slides or fades, so nobody waits for it.
    contextOptions: { reducedMotion: 'reduce' },
    trace: process.env.CI === 'true' ? 'off' : 'retain-on-failure',
  },
});
