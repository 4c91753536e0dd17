import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { reasonsToHold } from '#features/data/imports/server/imports.closing.ts';
import { defaultGuard } from '#features/data/feed-settings/feed.contract.ts';
import { runImport } from './run-import.ts';
import type { BuiltImport, ImportOutcome, ImportTask } from '#features/data/imports/server/imports.task.ts';
import { openEngine } from '#engine/open-engine.ts';
import { random } from '#feeds/testing/mutations.ts';
import { harmsOf, liveOf, feedItemIds, type GoodFeed, goodFeeds, mutatedFeed, wholeFeed } from '#testing/feeds/mutated-feeds.ts';
import { memoryFolder } from '#testing/test-database.ts';

/** At night 500 of them go through the server. */
const mutationCount = 90;
/** Of the held ones, so many are published all the same, to see what the guard has kept from the shop. */
const heldPerSample = 5;
const timeout = 120_000;

const directory = memoryFolder('mutations');
const settings = { kind: 'embedded', directory: path.join(directory, 'search') } as const;
const engine = await openEngine(settings, {
  onProblem: (message) => {
    throw new Error(message);
  },
});
afterAll(async () => {
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
});

const silent = { progress: () => undefined, problems: () => undefined, samples: () => undefined };

/** A collection that the whole feed fills, and what imports of other bodies would make of it. */
async function filledBy(feed: GoodFeed) {
  const collection = path.basename(feed.path).replace('.', '-');
  const file = path.join(directory, collection);
  let knownFields: ImportTask['knownFields'] = [];
  const importOf = (body: string | Buffer): Promise<ImportOutcome> => {
    writeFileSync(file, body);
    const task: ImportTask = {
      collection,
      language: 'cs',
      siteAddress: null,
      currency: null,
      feedId: 1,
      otherFeeds: [],
      source: { kind: 'file', file: collection, name: path.basename(feed.path) },
      settings: { type: null, language: null, encoding: null, separator: null, headers: null, tagName: null },
      needImport: 1,
      ownMapping: [],
      knownMapping: { mapping: [], names: [] },
      knownFields,
      engine: settings,
      files: { kind: 'folder', directory },
      allowedPrivateFeeds: [],
    };
    return runImport(task, silent);
  };
  const first = await importOf(wholeFeed(feed));
  if (first.kind !== 'built') throw new Error(`${feed.path} was not read: ${JSON.stringify(first)}`);
  await engine.publish(collection, first.built.generation);
  knownFields = first.built.fields;
  const live = async () => liveOf(await engine.items(collection, feedItemIds));
  const before = await live();
  return {
    importOf,
    /** What publishing would do to the shop. It is taken back. */
    async harms({ generation }: BuiltImport): Promise<string[]> {
      await engine.publish(collection, generation);
      const harms = harmsOf(before, await live());
      await engine.rollback(collection);
      return harms;
    },
    drop: ({ generation }: BuiltImport) => engine.discard(collection, generation),
    /** Whether the shop is as it was filled. */
    async isAsBefore(): Promise<boolean> {
      return JSON.stringify([...(await live())]) === JSON.stringify([...before]);
    },
  };
}

test(
  `of ${mutationCount} feeds that something went wrong with, those let through do no harm, and those held would`,
  { timeout },
  async () => {
    const next = random(500);
    const counts = { refused: 0, published: 0, held: 0, looked: 0, rightlyHeld: 0 };
    for (const [at, feed] of goodFeeds.entries()) {
      const shop = await filledBy(feed);
      for (let round = at; round < mutationCount; round += goodFeeds.length) {
        const { name, body } = mutatedFeed(feed, next);
        const outcome = await shop.importOf(body);
        if (outcome.kind !== 'built') {
          counts.refused += 1;
          continue;
        }
        const { built } = outcome;
        const isKept = reasonsToHold({ ...built.comparison.facts, acceptedBadShare: 0 }, defaultGuard).length > 0;
        counts[isKept ? 'held' : 'published'] += 1;
        if (isKept && counts.held % heldPerSample > 0) {
          await shop.drop(built);
          continue;
        }
        const harms = await shop.harms(built);
        if (isKept) {
          counts.looked += 1;
          counts.rightlyHeld += harms.length > 0 ? 1 : 0;
        } else {
          expect(harms, `mutation ${round}, ${feed.path} ${name}: ${String(body).slice(0, 2_000)}`).toEqual([]);
        }
      }
      expect(await shop.isAsBefore(), feed.path).toBe(true);
    }
    // Without a guard these would have done harm; and one that holds whatever comes would be switched off.
    expect(counts.rightlyHeld).toBeGreaterThan(mutationCount / 20);
    expect(counts.rightlyHeld).toBeGreaterThan(counts.looked * 0.8);
    for (const kind of ['refused', 'published', 'held'] as const) expect(counts[kind]).toBeGreaterThan(mutationCount / 10);
  },
);
