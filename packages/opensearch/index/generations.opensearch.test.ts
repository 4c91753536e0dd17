import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SearchDownError } from '#engine/port-errors.ts';
import type { SearchEngine } from '#engine/port.ts';
import { catalogue, group, layout, planOf, publishItems } from '#engine/testing/catalogue.ts';
import { connectOpenSearchEngine, openOpenSearchEngine, startOpenSearchBuild } from '#opensearch/opensearch-engine.ts';
import { indexFormat } from './documents.ts';
import { testCluster, testPrefix, testUrl } from '#opensearch/testing/test-cluster.ts';
import { troubledWay, type Trouble } from '#opensearch/testing/troubled-way.ts';

const everything = planOf([]);
const items = [...catalogue(600)];

describe.skipIf(testUrl === undefined)('generations in OpenSearch', () => {
  const prefix = testPrefix('generations');
  let engine: SearchEngine;

  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const [address = ''] = testCluster.url.split(',');
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    return (await fetch(`${address}/${path}`, { method, ...sent })).json();
  };
  const indicesOf = async (collection: string): Promise<string[]> =>
    Object.keys((await call('GET', `${prefix}.${collection}.*?filter_path=*.aliases`)) as object).sort();

  beforeAll(() => {
    engine = openOpenSearchEngine({ ...testCluster, prefix });
  });
  afterAll(async () => {
    for (const collection of ['lossy', 'kept', 'left', 'shared', 'odd']) await engine.drop(collection);
    await engine.close();
  });

  it('takes every item once though requests are refused, repeated and cut off', async () => {
    const troubles: Trouble[] = [429, 'answerLost', 503, 'none', 'answerLost', 'none', 'none', 'answerLost'];
    let writes = 0;
    const way = await troubledWay(testCluster.url, ({ url }) =>
      url?.includes('_bulk') === true ? (troubles[writes++ % troubles.length] ?? 'none') : 'none',
    );
    const lossy = openOpenSearchEngine({ url: way.url, prefix });
    const build = await lossy.build('lossy', layout);
    for (let at = 0; at < items.length; at += 100) expect(await build.add(items.slice(at, at + 100))).toEqual({ duplicates: [] });
    expect(await build.add(items.slice(0, 3))).toEqual({ duplicates: items.slice(0, 3).map(({ id }) => id) });
    expect((await build.finish()).itemCount).toBe(items.length);
    expect(writes).toBe(4);
    await lossy.close();
    await way.close();
  });

  it('keeps the live generation and the one before it, and deletes older ones', async () => {
    const names: string[] = [];
    for (let round = 0; round < 3; round++) names.push(await publishItems(engine, 'kept', items.slice(0, 20)));
    expect(await indicesOf('kept')).toEqual(names.slice(1).map((name) => `${prefix}.kept.${name}`));
    await expect(engine.discard('kept', names[2] ?? '')).rejects.toThrow('live');
    await expect(engine.discard('kept', names[1] ?? '')).rejects.toThrow('kept for rollback');
  });

  it('removes a build without a sign of life, and leaves one that another process builds', async () => {
    const index = (name: string): string => `${prefix}.left.${name}`;
    const make = (name: string, seenAt: number): Promise<unknown> =>
      call('PUT', index(name), { mappings: { _meta: { layout, status: null, format: indexFormat, seenAt, base: null } } });
    await make('gelsewhere', Date.now() - 60_000);
    await make('gsilent', Date.now() - 3_600_000);
    const build = await startOpenSearchBuild({ ...testCluster, prefix }, 'left', layout);
    expect(await indicesOf('left')).toEqual([index('gelsewhere'), index(build.generation)].sort());
    await build.abandon();
  });

  it('recreates an index that another version has written', async () => {
    const options = { ...testCluster, prefix: testPrefix('other') };
    const other = await connectOpenSearchEngine(options);
    const generation = await publishItems(other, 'shop', items.slice(0, 20));
    await other.change('shop', [{ kind: 'put', item: { id: 'sent', fields: { name: 'sent' } } }]);
    const index = `${options.prefix}.shop.${generation}`;
    type Mappings = Readonly<Record<string, { readonly mappings: { readonly _meta: object } }>>;
    const { mappings } = ((await call('GET', `${index}/_mapping`)) as Mappings)[index]!;
    await call('PUT', `${index}/_mapping`, { _meta: { ...mappings._meta, format: indexFormat + 1 } });
    await other.close();

    const engineNow = await connectOpenSearchEngine(options);
    expect(await engineNow.outdated()).toEqual(['shop']);
    expect((await engineNow.generations('shop')).map(({ health }) => health)).toEqual(['outdated']);
    await expect(engineNow.search('shop', everything)).rejects.toThrow(SearchDownError);
    await expect(engineNow.change('shop', [{ kind: 'remove', id: 'x' }])).rejects.toThrow(SearchDownError);
    await engineNow.recreate('shop', layout);
    expect(await engineNow.outdated()).toEqual([]);
    expect((await engineNow.search('shop', everything)).totalCount).toBe(21);
    expect((await engineNow.generations('shop')).map(({ health }) => health)).not.toContain('outdated');
    expect(await engineNow.generations('shop')).toHaveLength(1);
    await engineNow.drop('shop');
    await engineNow.close();
  });

  it('publishes what another process built, and other servers notice', async () => {
    const other = openOpenSearchEngine({ ...testCluster, prefix });
    await publishItems(engine, 'shared', items.slice(0, 10));
    expect((await other.search('shared', everything)).totalCount).toBe(10);
    for (const count of [20, 30]) {
      const build = await startOpenSearchBuild({ ...testCluster, prefix }, 'shared', layout);
      await build.add(items.slice(0, count));
      await build.finish();
      await engine.publish('shared', build.generation);
      expect((await engine.search('shared', everything)).totalCount).toBe(count);
    }
    // The other server's generation is deleted by now, so it has to look at once.
    expect((await other.search('shared', everything)).totalCount).toBe(30);
    expect(await engine.rollback('shared')).not.toBeNull();
    await sleep(1_500);
    expect((await other.search('shared', everything)).totalCount).toBe(20);
    await other.close();
  });

  it('keeps names and values as shops have them', async () => {
    const fields = ['name', '_id', 'a.b', 'ž', ' ', '*'].map((name) => ({ ...layout.fields[0]!, name, facet: true }));
    const odd = fields.map(({ name }, at) => ({
      id: `${'x'.repeat(600)}${at}"\n`,
      fields: { [name]: `word${at} "quoted" \\ 0.10` },
    }));
    const build = await engine.build('odd', { ...layout, fields, groupField: null });
    await build.add(odd);
    await build.finish();
    await engine.publish('odd', build.generation);
    for (const [at, item] of odd.entries()) {
      const searched = fields.map(({ name }) => ({ ...planOf([]).fields[0]!, name }));
      const { hits } = await engine.search('odd', planOf([group(`word${at}`)], { fields: searched }));
      expect(hits.map((hit) => hit.item)).toEqual([item]);
      expect(await engine.items('odd', [item.id])).toEqual([item]);
    }
  });
});
