import { hostname } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAnalyser } from '#engine/analysis/analyser.ts';
import type { Item } from '#contract/item.ts';
import type { SearchEngine } from '#engine/port.ts';
import { group, layout, planOf } from '#engine/testing/catalogue.ts';
import { publishSource } from '#engine/testing/compliance-sources.ts';
import { documentId, documentOf } from './document.ts';
import {
  changedAtField,
  idField,
  indexFieldsOf,
  itemField,
  patchesField,
  seenField,
  sourceField,
  writeField,
} from './index-fields.ts';
import { indexSettings, mappingsOf } from './mapping.ts';
import { openOpenSearchEngine } from './opensearch-engine.ts';
import { testCluster, testPrefix, testUrl } from './testing/test-cluster.ts';

const collection = 'earlier';
const lamp = (id: string, word = 'old', price = 1): Item => ({ id, fields: { name: `lamp ${word}`, price } });

describe.skipIf(testUrl === undefined)('an index that was made before items knew who brought them', () => {
  const prefix = testPrefix('earlier');
  let engine: SearchEngine;

  const call = async (method: string, path: string, type: string, body: string): Promise<void> => {
    const [address = ''] = testCluster.url.split(',');
    const answer = await fetch(`${address}/${path}`, { method, body, headers: { 'content-type': type } });
    if (!answer.ok) throw new Error(await answer.text());
  };

  /** An index as the first version with OpenSearch made it. */
  async function makeEarlier(items: readonly Item[]): Promise<void> {
    const index = `${prefix}.${collection}.gfirst`;
    const analyser = createAnalyser(layout.language);
    const fields = indexFieldsOf(layout, analyser.hasStemmer);
    const status = { generation: 'gfirst', itemCount: items.length, bytes: 1000, builtAt: Date.now() - 60_000 };
    const builder = { host: hostname(), pid: process.pid, seenAt: status.builtAt };
    const now = mappingsOf(fields, { layout, status, builder }) as { readonly properties: Readonly<Record<string, object>> };
    const later = new Set([sourceField, changedAtField, patchesField, seenField]);
    const properties = Object.fromEntries(Object.entries(now.properties).filter(([name]) => !later.has(name)));
    const mappings = { ...now, _source: { includes: [idField, itemField, writeField] }, properties };
    const aliases = { [`${prefix}.${collection}`]: {} };
    await call('PUT', index, 'application/json', JSON.stringify({ settings: indexSettings(1), mappings, aliases }));
    const lines = items.flatMap((item) => [
      JSON.stringify({ create: { _id: documentId(item.id) } }),
      JSON.stringify(documentOf(item, layout, fields, analyser)),
    ]);
    await call('POST', `${index}/_bulk?refresh=true`, 'application/x-ndjson', `${lines.join('\n')}\n`);
  }

  const found = async (): Promise<Record<string, readonly unknown[]>> => {
    const { hits } = await engine.search(collection, planOf([group('lamp')], { size: 100 }));
    return Object.fromEntries(hits.map(({ id, item }) => [id, [item.source, item.fields['name'], item.fields['price']]]));
  };

  beforeAll(() => {
    engine = openOpenSearchEngine({ ...testCluster, prefix });
  });
  afterEach(() => engine.drop(collection));
  afterAll(() => engine.close());

  it('is searched, read and recreated as any other', async () => {
    await makeEarlier([lamp('a'), lamp('b')]);
    expect(await found()).toEqual({ a: [undefined, 'lamp old', 1], b: [undefined, 'lamp old', 1] });
    expect(await engine.items(collection, ['b'])).toEqual([lamp('b')]);
    expect((await engine.status(collection))?.itemCount).toBe(2);
    await engine.recreate(collection, layout);
    await publishSource(engine, 1, [lamp('a', 'new')], undefined, collection);
    expect(await found()).toEqual({ a: [1, 'lamp new', 1] });
  });

  it('is taken over by the next import: what the feed does not bring any more is gone', async () => {
    await makeEarlier([lamp('a'), lamp('b'), lamp('c')]);
    expect(await publishSource(engine, 1, [lamp('a', 'new'), lamp('d', 'new')], undefined, collection)).toMatchObject({
      gone: ['b', 'c'],
    });
    const taken = { a: [1, 'lamp new', 1], d: [1, 'lamp new', 1] };
    expect(await found()).toEqual(taken);
    // From then on it is as if it had always been so.
    await publishSource(engine, 2, [lamp('x', 'other')], undefined, collection);
    expect(await found()).toEqual({ ...taken, x: [2, 'lamp other', 1] });
  });

  it('takes single changes, and they are there after the next import', async () => {
    await makeEarlier([lamp('a'), lamp('b')]);
    await engine.change(collection, [
      { kind: 'put', item: lamp('own', 'sent') },
      { kind: 'patch', id: 'b', fields: { price: 5 } },
    ]);
    const { gone } = await publishSource(engine, 1, [lamp('a', 'new')], undefined, collection);
    expect(gone).toEqual(['b']);
    expect(await found()).toEqual({ a: [1, 'lamp new', 1], own: [undefined, 'lamp sent', 1] });
  });

  it('keeps what is changed while it is taken over', async () => {
    await makeEarlier([lamp('a'), lamp('b'), lamp('c')]);
    await publishSource(
      engine,
      1,
      [lamp('a', 'new'), lamp('b', 'new')],
      async () => {
        await engine.change(collection, [
          { kind: 'put', item: lamp('own', 'sent') },
          { kind: 'patch', id: 'a', fields: { price: 9 } },
          { kind: 'remove', id: 'b' },
        ]);
      },
      collection,
    );
    expect(await found()).toEqual({ a: [1, 'lamp new', 9], own: [undefined, 'lamp sent', 1] });
  });
});
