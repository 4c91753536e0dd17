import { expect } from 'vitest';
import { reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { publishImport } from '#features/data/imports/imports.contract.ts';
import { random } from '#feeds/testing/mutations.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { harmsOf, liveOf } from './feed-harm.ts';
import type { AnyFeedShops } from './feed-shops.ts';
import { feedItemIds, goodFeeds, mutatedFeed, wholeFeed } from './mutated-feeds.ts';

/** Deterministic. No import may harm live items. */
export async function mutatedFeedsDoNoHarm({ server, host, shop }: AnyFeedShops, mutationCount: number): Promise<void> {
  const next = random(7);
  const states: Record<string, number> = {};
  for (const [at, feed] of goodFeeds.entries()) {
    const { actor, feedId, collectionId } = await shop(host.put(feed.path, wholeFeed(feed)));
    await server.imported(actor, feedId);
    const live = async () => liveOf(await server.app.engine.items(engineCollection(collectionId), feedItemIds));
    const importBody = async (body: string | Buffer) => {
      host.put(feed.path, body);
      expect((await server.call(actor, reloadFeed, { id: feedId })).status).toBe(200);
      return (await server.imported(actor, feedId)).last_import!;
    };
    for (let round = at; round < mutationCount; round += goodFeeds.length) {
      const { name, body } = mutatedFeed(feed, next);
      const before = await live();
      const { state, failure } = await importBody(body);
      states[state] = (states[state] ?? 0) + 1;
      const told = `${feed.path} ${name} ${state}: ${String(body).slice(0, 2_000)}`;
      expect(['done', 'held', 'failed', 'needTagName'], told).toContain(state);
      expect(failure?.code, told).not.toBe('cutOff');
      const after = await live();
      if (state !== 'done') {
        expect(after, told).toEqual(before);
        continue;
      }
      expect(harmsOf(before, after), told).toEqual([]);
      const again = await importBody(wholeFeed(feed));
      if (again.state === 'held') await server.call(actor, publishImport, { id: feedId, import_id: again.id });
      expect((await server.imported(actor, feedId)).last_import?.state).toBe('done');
    }
  }
  for (const state of ['done', 'held', 'failed']) expect(states[state] ?? 0).toBeGreaterThan(mutationCount / 20);
}
