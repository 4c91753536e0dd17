import { test as base, type Page as BrowserPage } from '@playwright/test';
import type { ProjectInput } from '#features/owner/projects/projects.contract.ts';
import { type FeedHost, startFeedHost } from '#testing/feeds/feed-host.ts';
import { type OwnProject, signUpWithProject, signUpWithSampleShop, firstImport, importAtMidnight } from './calls.ts';
import { preparedShop } from './prepared-shop.ts';
import { type JourneyServer, startServer } from './server.ts';
import { type Look, lookAt } from './pages.ts';

interface PerWorker {
  /** Serves feeds that the server may fetch. */
  readonly feedHost: FeedHost;
  /** Starts with a copy of the prepared shop. */
  readonly server: JourneyServer;
  /** Session of the sample shop's owner. */
  readonly ownerToken: string;
}

interface PerTest {
  /** Signs in as the owner before the first navigation. Other journeys of the worker share the project. */
  asOwner(look?: Look): Promise<BrowserPage>;
  /** Signs in as a new user with a project of that feed. Its first import may still run. */
  asShop(feedUrl: string, project?: Partial<ProjectInput>, look?: Look): Promise<OwnProject>;
  /** The same, after the first import. */
  asFilledShop: PerTest['asShop'];
  /** Signs in as a new user with an imported sample shop. */
  asSampleShop(look?: Look): Promise<OwnProject>;
}

export { expect } from '@playwright/test';

/** A server per worker, so that journeys don't wait for each other. */
export const test = base.extend<PerTest, PerWorker>({
  feedHost: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the needed fixtures from a pattern.
    async ({}, provide) => {
      const host = await startFeedHost();
      await provide(host);
      await host.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ feedHost }, provide) => {
      const server = await startServer({
        settings: { AISLE_ALLOW_PRIVATE_FEEDS: feedHost.host },
        copyOf: preparedShop().data,
      });
      await provide(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, provide) => provide(server.url),
  ownerToken: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the needed fixtures from a pattern.
    ({}, provide) => provide(preparedShop().token),
    { scope: 'worker' },
  ],
  asOwner: async ({ page, ownerToken }, provide) =>
    provide(async (look = {}) => {
      await signIn(page, ownerToken);
      await lookAt(page, look);
      return page;
    }),
  asShop: async ({ page, server }, provide) =>
    provide(async (feedUrl, project = {}, look = {}) => {
      const own = await signUpWithProject(server.url, { feed_url: feedUrl, ...project });
      if (own.feed_id !== null) await importAtMidnight(server.url, own.feed_id, own);
      await signIn(page, own.sessionToken);
      await lookAt(page, look);
      return own;
    }),
  asFilledShop: async ({ asShop, server }, provide) =>
    provide(async (...shop) => {
      const own = await asShop(...shop);
      await firstImport(server.url, own);
      return own;
    }),
  asSampleShop: async ({ page, server }, provide) =>
    provide(async (look = {}) => {
      const own = await signUpWithSampleShop(server.url, look.language ?? 'en');
      await firstImport(server.url, own);
      await signIn(page, own.sessionToken);
      await lookAt(page, look);
      return own;
    }),
});

/** Before the first navigation. */
export const signIn = (page: BrowserPage, token: string): Promise<unknown> =>
  page.addInitScript((session) => localStorage.setItem('id_token', session), token);
