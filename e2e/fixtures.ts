import { setTimeout as sleep } from 'node:timers/promises';
import { test as base, type Page as BrowserPage } from '@playwright/test';
import type { Envelope } from '#contract/envelope.ts';
import type { Page } from '#contract/page.ts';
import { register } from '#features/account/account.contract.ts';
import type { Feed } from '#features/data/feeds/feeds.contract.ts';
import { owner, post } from './calls.ts';
import { startServer, type RunningServer } from './server.ts';

const importTries = 300;
const importPauseMilliseconds = 100;

interface PerWorker {
  readonly server: RunningServer;
  /** The session token of the owner of a project with the sample shop's items. */
  readonly ownerToken: string;
}

interface PerTest {
  /** Signs the page in as the owner before its first navigation. */
  asOwner(): Promise<BrowserPage>;
}

export { expect } from '@playwright/test';

/** Every worker has a server of its own, so journeys may change what they like. */
export const test = base.extend<PerTest, PerWorker>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the needed fixtures from a pattern.
    async ({}, provide) => {
      const server = await startServer();
      await provide(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, provide) => provide(server.url),
  ownerToken: [
    async ({ server }, provide) => {
      const { token } = await post<{ token: string }>(server.url, register.path, owner);
      const project = await post<{ token: string }>(server.url, '/api/sales_channels/sample', { language: 'en' }, token);
      await imported(server, { 'x-session-token': token, 'x-client-id': project.token });
      await provide(token);
    },
    { scope: 'worker' },
  ],
  asOwner: async ({ page, ownerToken }, provide) =>
    provide(async () => {
      await page.addInitScript((token) => localStorage.setItem('id_token', token), ownerToken);
      return page;
    }),
});

/** Waits until the import of the project has ended: its items are found a moment earlier. */
async function imported(server: RunningServer, headers: Record<string, string>): Promise<void> {
  for (let tries = 0; tries < importTries; tries += 1) {
    const response = await fetch(`${server.url}/api/feeds`, { headers });
    const { data } = (await response.json()) as Envelope<Page<Feed>>;
    if (data?.items[0]?.last_import?.state === 'done') return;
    await sleep(importPauseMilliseconds);
  }
  throw new Error('The sample shop was not imported in time.');
}
