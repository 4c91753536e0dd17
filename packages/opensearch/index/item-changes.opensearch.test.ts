import { afterAll, describe, expect, it } from 'vitest';
import type { ItemChange, SearchEngine } from '#engine/port.ts';
import { layout, publishItems } from '#engine/testing/catalogue.ts';
import { publishSource } from '#engine/testing/compliance-sources.ts';
import { Cluster } from '#opensearch/cluster.ts';
import { openOpenSearchEngine } from '#opensearch/opensearch-engine.ts';
import { testCluster, testPrefix, testUrl } from '#opensearch/testing/test-cluster.ts';
import { formOf } from './documents.ts';
import { changeItems } from './stored-items.ts';
import { troubledWay, type Trouble } from '#opensearch/testing/troubled-way.ts';

const patch = (id: string, fields: Extract<ItemChange, { kind: 'patch' }>['fields']): ItemChange => ({
  kind: 'patch',
  id,
  fields,
});
const lamp = (id: string) => ({ id, fields: { name: 'lamp', price: 1 } });

describe.skipIf(testUrl === undefined)('single changes in OpenSearch', () => {
  const prefix = testPrefix('changes');
  const engine = openOpenSearchEngine({ ...testCluster, prefix });
  const itemOf = async (collection: string, id: string) => (await engine.items(collection, [id]))[0];

  afterAll(async () => {
    for (const collection of ['servers', 'lossy', 'often', 'unrefreshed']) await engine.drop(collection);
    await engine.close();
  });

  it('keeps what two servers change of one item at once', async () => {
    const other = openOpenSearchEngine({ ...testCluster, prefix });
    await publishItems(engine, 'servers', [{ id: 'one', fields: { name: 'lamp' } }]);
    const numbers = Array.from({ length: 24 }, (_, number) => number);
    const serverOf = (number: number): SearchEngine => (number % 2 === 0 ? engine : other);
    await Promise.all(
      numbers.map((number) => serverOf(number).change('servers', [patch('one', { [`field${number}`]: number })])),
    );
    const fields = Object.fromEntries(numbers.map((number) => [`field${number}`, number]));
    expect((await itemOf('servers', 'one'))?.fields).toEqual({ name: 'lamp', ...fields });
    await other.close();
  });

  it('tells what became of changes whose answers were lost, or that had to wait', async () => {
    await publishItems(engine, 'lossy', [lamp('patched'), lamp('removed')]);
    const troubles: Trouble[] = ['answerLost', 'none', 503, 'none'];
    let writes = 0;
    const way = await troubledWay(testCluster.url, ({ url }) =>
      url?.includes('_bulk') === true ? (troubles[writes++ % troubles.length] ?? 'none') : 'none',
    );
    const lossy = openOpenSearchEngine({ url: way.url, prefix });
    const changes: ItemChange[] = [
      patch('patched', { price: 2 }),
      { kind: 'remove', id: 'removed' },
      { kind: 'put', item: lamp('created') },
    ];
    expect(await lossy.change('lossy', changes)).toEqual(['updated', 'removed', 'created']);
    expect(await lossy.change('lossy', [patch('patched', { price: 3 })])).toEqual(['updated']);
    expect(await itemOf('lossy', 'patched')).toMatchObject({ fields: { price: 3 } });
    await lossy.close();
    await way.close();
  });

  it('keeps a change that was acknowledged and not refreshed before another source is published', async () => {
    await publishSource(engine, 1, [lamp('patched'), lamp('removed')], undefined, 'unrefreshed');
    const cluster = new Cluster([testCluster.url.split(',')[0] ?? '']);
    const index = `${prefix}.unrefreshed`;
    const changes: ItemChange[] = [patch('patched', { price: 7 }), { kind: 'remove', id: 'removed' }];
    const change = async (): Promise<void> => {
      expect(await changeItems(cluster, { index, ...formOf({ layout, lengths: [] }) }, changes)).toEqual(['updated', 'removed']);
    };
    await publishSource(engine, 2, [lamp('other')], change, 'unrefreshed');
    await cluster.close();
    expect(await itemOf('unrefreshed', 'patched')).toMatchObject({ fields: { price: 7 } });
    expect(await itemOf('unrefreshed', 'removed')).toBeUndefined();
  });

  it('notes of an item how each field was patched last, however often it is patched', async () => {
    await publishSource(engine, 1, [lamp('one')], undefined, 'often');
    for (let price = 2; price < 12; price += 1) await engine.change('often', [patch('one', { price, stock: price })]);
    const [address = ''] = testCluster.url.split(',');
    const answer = await fetch(`${address}/${prefix}.often/_doc/one?_source_includes=patches`);
    const { _source: noted } = (await answer.json()) as { readonly _source: { readonly patches: string } };
    const patches = JSON.parse(noted.patches) as Readonly<Record<string, readonly [number, unknown]>>;
    expect(Object.entries(patches).map(([name, [at, value]]) => [name, at > 0, value])).toEqual([
      ['price', true, 11],
      ['stock', true, 11],
    ]);
  });
});
