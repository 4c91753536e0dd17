import type { InputOf } from '#contract/endpoint.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { type SharedServer, sharedServer } from '#testing/shared-server.ts';
import { type FeedHost, startFeedHost } from './feed-host.ts';
import { type Actor, startTestApp, type TestApp, type TestServer } from '#testing/test-app.ts';

export { lamps } from './feed-host.ts';

export interface FeedShop {
  readonly actor: Actor;
  readonly projectId: number;
  readonly feedId: number;
  readonly collectionId: number;
}

type Settings = Partial<Pick<InputOf<typeof createProject>, 'language'>>;

export interface AnyFeedShops {
  readonly server: TestServer;
  readonly host: FeedHost;
  /** Its first import is still running. */
  shop(feedUrl: string, settings?: Settings): Promise<FeedShop>;
}

export interface FeedShops extends AnyFeedShops {
  readonly server: TestApp;
  close(): Promise<void>;
}

export interface SharedFeedShops extends AnyFeedShops {
  readonly server: SharedServer;
}

export async function openShop(app: TestServer, feedUrl: string, settings: Settings = {}, owner?: Actor): Promise<FeedShop> {
  const person = owner ?? (await app.signUp());
  const project = { name: 'Shop', language: 'en', data_source: 'custom_feed', feed_url: feedUrl, ...settings } as const;
  const { data, msg } = await app.call(person, createProject, project);
  if (data?.feed_id == null) throw new Error(`No project for the feed ${feedUrl}: ${msg}`);
  const actor = { ...person, project: data.token };
  return { actor, projectId: data.id, feedId: data.feed_id, collectionId: data.collection_id };
}

const shopsOn =
  (server: TestServer): AnyFeedShops['shop'] =>
  (feedUrl, settings) =>
    openShop(server, feedUrl, settings);

export async function startFeedShops(options: Parameters<typeof startTestApp>[0] = {}): Promise<FeedShops> {
  const host = await startFeedHost();
  const server = await startTestApp({ ...options, allowedPrivateFeeds: [host.host] });
  return {
    server,
    host,
    shop: shopsOn(server),
    async close() {
      await server.close();
      await host.close();
    },
  };
}

export async function sharedFeedShops(): Promise<SharedFeedShops> {
  const server = await sharedServer();
  return { server, host: server.feeds, shop: shopsOn(server) };
}
