import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amountFor, type BoostFunction } from '#contract/values/boost-amount.ts';
import type { SearchEngine } from '#engine/port.ts';
import { catalogue, group, planOf, publishItems } from '#engine/testing/catalogue.ts';
import { openOpenSearchEngine } from './opensearch-engine.ts';
import { testCluster, testPrefix, testUrl } from './testing/test-cluster.ts';

const curves = ['linear', 'logarithmic', 'exponential'] as const;
const operations = ['add', 'multiply'] as const;
const shapes = [{}, { direction: 'falling' }, { direction: 'falling', fullUntil: 40 }] as const;
const functions = curves.flatMap((curve) =>
  operations.flatMap((operation) =>
    shapes.flatMap((shape) => [0.5, 3].map((factor): BoostFunction => ({ curve, operation, factor, ...shape }))),
  ),
);

describe.skipIf(testUrl === undefined)('boosts in OpenSearch', () => {
  const items = [...catalogue(300)];
  const smallest = new Map(items.map(({ id, fields: { price, sizes } }) => [id, { price, sizes: [sizes ?? []].flat() }]));
  let engine: SearchEngine;

  beforeAll(async () => {
    engine = openOpenSearchEngine({ ...testCluster, prefix: testPrefix('boosts'), shardCount: 1 });
    await publishItems(engine, 'boosted', items);
  });
  afterAll(async () => {
    await engine.drop('boosted');
    await engine.close();
  });

  it.each(functions)('make $curve $direction $fullUntil $factor of numbers and $operation it', async (boost) => {
    const plan = planOf([group('red'), group('garden')], { size: 300 });
    const plain = new Map((await engine.search('boosted', plan)).hits.map(({ id, score }) => [id, score]));
    for (const field of ['price', 'sizes'] as const) {
      const boosts = [{ ...boost, kind: 'functional', field } as const];
      const { hits } = await engine.search('boosted', { ...plan, boosts });
      expect(hits.length).toBe(plain.size);
      for (const { id, score } of hits) {
        const values = [smallest.get(id)![field] ?? []].flat().map(Number);
        const amount = values.length === 0 ? null : amountFor(boost, Math.min(...values));
        const before = plain.get(id)!;
        const wanted = amount === null ? before : boost.operation === 'add' ? before + amount : before * amount;
        expect(Math.abs(score - wanted) / Math.max(1, wanted)).toBeLessThan(1e-4);
      }
    }
  });
});
