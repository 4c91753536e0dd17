import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchEngine } from '#engine/port.ts';
import { catalogue, layout, planOf, publishItems } from '#engine/testing/catalogue.ts';
import { isDiskFull } from '#process-kit/storage-failure.ts';
import { openOpenSearchEngine } from './opensearch-engine.ts';
import { testCluster, testPrefix, testUrl } from './testing/test-cluster.ts';

const items = [...catalogue(60)];
const everything = planOf([]);
const refusal = /disk of OpenSearch is nearly full.*free some/;

describe.skipIf(testUrl === undefined)('an index that OpenSearch blocks because of a full disk', () => {
  const prefix = testPrefix('full');
  let engine: SearchEngine;

  /** OpenSearch sets it above the flood-stage watermark. */
  const block = async (index: string, isBlocked: boolean): Promise<void> => {
    const body = JSON.stringify({ 'index.blocks.read_only_allow_delete': isBlocked ? true : null });
    const [address = ''] = testCluster.url.split(',');
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${address}/${prefix}.${index}/_settings`, { method: 'PUT', headers, body })).status).toBe(200);
  };
  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => null,
      (error: unknown) => error,
    );

  beforeAll(() => {
    engine = openOpenSearchEngine({ ...testCluster, prefix });
  });
  afterAll(async () => {
    await engine.drop('shop');
    await engine.close();
  });

  it('searches, refuses items with what to do, and accepts them once there is space', async () => {
    const live = await publishItems(engine, 'shop', items.slice(0, 20));
    const build = await engine.build('shop', layout);
    await build.add(items.slice(0, 10));
    await block(`shop.${live}`, true);
    await block(`shop.${build.generation}`, true);

    const change = engine.change('shop', [{ kind: 'put', item: items[30]! }]);
    const imported = build.add(items.slice(10)).then(() => build.finish());
    for (const failure of await Promise.all([change, imported].map(failureOf))) {
      expect(String(failure)).toMatch(refusal);
      expect(isDiskFull(failure)).toBe(true);
    }
    expect((await engine.search('shop', everything)).totalCount).toBe(20);
    await build.abandon();

    await block(`shop.${live}`, false);
    expect(await engine.change('shop', [{ kind: 'put', item: items[30]! }])).toEqual(['created']);
    await publishItems(engine, 'shop', items);
    expect((await engine.search('shop', everything)).totalCount).toBe(items.length);
  });
});
