import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Plan } from '#engine/plan.ts';
import type { SearchEngine, SearchResult } from '#engine/port.ts';
import { catalogue, publishItems } from '#engine/testing/catalogue.ts';
import { plansOfEveryKind } from '#engine/testing/compare-kernel.ts';
import { scratchEngine } from '#engine/testing/scratch.ts';
import { openOpenSearchEngine } from './opensearch-engine.ts';
import { testCluster, testPrefix, testUrl } from './testing/test-cluster.ts';

const queryCount = 250;
const itemCount = 400;
const atOnce = 8;

/** The parts of a plan that decide which items are found and counted; scores are of OpenSearch alone. */
const comparable = (plan: Plan): Plan => ({
  ...plan,
  facets: plan.facets.map((facet) => ({ ...facet, limit: 1_000 })),
  boosts: [],
  lowered: [],
  sort: [],
  from: 0,
  size: itemCount,
});

/** What is found and counted, whatever the order. Of variants either may be the best one, so their groups count. */
function found({ hits, totalCount, facets, unknownGroups }: SearchResult): object {
  const keys = hits.map(({ item, variantCount }) => `${String(item.fields['model'] ?? item.id)} ×${variantCount}`).sort();
  return { keys, totalCount, facets, unknownGroups };
}

describe.skipIf(testUrl === undefined)('OpenSearch beside the embedded engine', () => {
  let embedded: SearchEngine;
  let openSearch: SearchEngine;

  beforeAll(async () => {
    embedded = scratchEngine();
    openSearch = openOpenSearchEngine({ ...testCluster, prefix: testPrefix('sets'), shardCount: 3 });
    for (const engine of [embedded, openSearch]) await publishItems(engine, 'products', [...catalogue(itemCount)]);
  });
  afterAll(async () => {
    await openSearch.drop('products');
    await openSearch.close();
  });

  it(`finds and counts the same for ${queryCount} queries, on several shards`, { timeout: 400_000 }, async () => {
    const waiting = [...plansOfEveryKind(queryCount, 17)].map(comparable);
    const compare = async (plan: Plan): Promise<void> => {
      const [one, other] = await Promise.all([embedded.search('products', plan), openSearch.search('products', plan)]);
      expect(found(other), JSON.stringify(plan)).toEqual(found(one));
    };
    while (waiting.length > 0) await Promise.all(waiting.splice(0, atOnce).map(compare));
  });
});
