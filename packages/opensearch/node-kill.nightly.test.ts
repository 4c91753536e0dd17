import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SearchDownError } from '#engine/port-errors.ts';
import type { SearchEngine } from '#engine/port.ts';
import { catalogue, group, layout, planOf, publishItems } from '#engine/testing/catalogue.ts';
import { prepareOpenSearch } from '#scripts/testing/services.mjs';
import { openOpenSearchEngine } from './opensearch-engine.ts';

const items = [...catalogue(4_000)];
const searchers = 4;
const nodeCount = 3;
/** Each node is killed, then each is restarted in turn as for an upgrade. */
const ends = (['SIGKILL', 'SIGTERM'] as const).flatMap((signal) =>
  Array.from({ length: nodeCount }, (_, node) => ({ node, signal })),
);
const cluster = await prepareOpenSearch({ nodeCount, heapMegabytes: 400 });

describe.skipIf(cluster === null)('two shards on three nodes of which one is killed or restarted', () => {
  const plan = planOf([group('garden'), group('lamp')], { facets: [{ field: 'brand', limit: 20 }], size: 20 });
  let engine: SearchEngine;

  beforeAll(async () => {
    engine = openOpenSearchEngine({ url: cluster?.url ?? '', prefix: 'kill', shardCount: 2 });
    await publishItems(engine, 'live', items);
    // The copies on other nodes are made after the index.
    await fetch(`${cluster?.url.split(',')[0]}/_cluster/health?wait_for_status=green&timeout=60s`);
  }, 300_000);
  afterAll(async () => {
    await engine.close();
    await cluster?.stop();
  });

  it('answers whole or fails with a clear error, and takes every item of an import', { timeout: 900_000 }, async () => {
    // A node that has just started may take too long.
    await expect.poll(() => engine.search('live', plan).catch(() => null), { timeout: 60_000 }).not.toBeNull();
    const expected = await engine.search('live', plan);
    const answers = { whole: 0, failed: 0 };
    const others: unknown[] = [];
    let isOver = false;
    const search = async (): Promise<void> => {
      while (!isOver) {
        try {
          const { totalCount, facets, hits } = await engine.search('live', plan);
          expect({ totalCount, facets }).toEqual({ totalCount: expected.totalCount, facets: expected.facets });
          expect(hits.map(({ id }) => id)).toEqual(expected.hits.map(({ id }) => id));
          answers.whole++;
        } catch (error) {
          if (error instanceof SearchDownError) answers.failed++;
          else others.push(error);
        }
        await sleep(20);
      }
    };
    const searching = Promise.all(Array.from({ length: searchers }, search));
    for (const { node: number, signal } of ends) {
      const node = cluster?.nodes[number];
      let ended: Promise<void> | undefined;
      const build = await engine.build('new', layout);
      for (let at = 0; at < items.length; at += 200) {
        if (at === items.length / 2) ended = node?.end(signal);
        expect(await build.add(items.slice(at, at + 200))).toEqual({ duplicates: [] });
      }
      await build.finish();
      await engine.publish('new', build.generation);
      expect((await engine.status('new'))?.itemCount).toBe(items.length);
      const start = performance.now();
      while (!(await answersWell(engine))) await sleep(100);
      expect(performance.now() - start, 'milliseconds until searches are answered again').toBeLessThan(10_000);
      await ended;
      node?.start();
      const health = `${cluster?.url.split(',')[(number + 1) % nodeCount]}/_cluster/health?wait_for_status=green&wait_for_nodes=3&timeout=120s`;
      expect(await (await fetch(health)).json()).toMatchObject({ timed_out: false });
    }
    isOver = true;
    await searching;
    expect(others).toEqual([]);
    expect(answers.whole).toBeGreaterThan(100);
    console.log(`${answers.whole} searches were answered whole and ${answers.failed} failed with a clear error.`);
  });
});

const answersWell = (engine: SearchEngine): Promise<boolean> =>
  engine.search('live', planOf([])).then(
    ({ totalCount }) => totalCount === items.length,
    () => false,
  );
