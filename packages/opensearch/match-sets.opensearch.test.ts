import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import type { Alternative, Filter, Plan } from '#engine/plan.ts';
import type { SearchEngine, SearchResult } from '#engine/port.ts';
import { alternative, catalogue, group, layout, planOf, publishItems, randomNumbers, words } from '#engine/testing/catalogue.ts';
import { openOpenSearchEngine } from './opensearch-engine.ts';
import { testCluster, testPrefix, testUrl } from './testing/test-cluster.ts';

const queryCount = 250;
const itemCount = 400;
const atOnce = 8;
const analyser = createAnalyser(layout.language);

/** Plans over everything that decides what is found and counted, the same in every run. */
function* plans(count: number): Generator<Plan> {
  const random = randomNumbers(17);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;
  const word = (): string => words[Math.floor(random() ** 1.5 * words.length)] ?? '';
  const others = (typed: string): Alternative[] => [
    alternative('stem', [analyser.stem(typed)]),
    alternative('prefix', [typed.slice(0, 1 + Math.floor(random() * 7))], 0.5),
    alternative('synonym', [typed, word()]),
    { ...alternative('weak', [analyser.stem(word())], 0.3), isStemmed: true },
    alternative('fuzzy', [word()], 0.7),
  ];
  const groupOf = (typed: string) => group(typed, ...others(typed).filter(() => random() < 0.3));
  const filters: (() => Filter)[] = [
    () => ({ field: 'brand', anyOf: [`Brand ${Math.floor(random() * 8)}`, `Brand ${Math.floor(random() * 8)}`] }),
    () => ({ field: 'category', anyOf: [`Department ${Math.floor(random() * 4)}`] }),
    () => ({ field: 'price', from: Math.floor(random() * 60), to: 40 + Math.floor(random() * 60) }),
    () => ({ field: 'inStock', anyOf: [random() < 0.5] }),
    () => ({ field: 'sizes', anyOf: [36 + Math.floor(random() * 10)] }),
    () => ({ field: 'sizes', from: 36 + Math.floor(random() * 10) }),
  ];
  for (let number = 0; number < count; number++) {
    const groups = Array.from({ length: Math.floor(random() * 5) }, () => groupOf(word()));
    const excluded = random() < 0.2 ? [{ group: groupOf(word()), fields: planOf([]).fields.slice(0, 2) }] : [];
    yield planOf(groups, {
      minimumMatch: groups.length === 0 ? 0 : 1 + Math.floor(random() * groups.length),
      excluded,
      filters: Array.from({ length: Math.floor(random() * 3) }, () => pick(filters)()),
      facets: random() < 0.5 ? [{ field: pick(['brand', 'category', 'inStock', 'sizes']), limit: 50 }] : [],
      hidden: random() < 0.2 ? [`item-${Math.floor(random() * itemCount)}`] : [],
      promoted: random() < 0.2 ? [`item-${Math.floor(random() * itemCount)}`] : [],
      collapse: random() < 0.3,
      size: itemCount,
    });
  }
}

/** What is found and counted, whatever the order. Of variants either may be the best one, so their groups count. */
function found({ hits, totalCount, facets, unknownGroups }: SearchResult): object {
  const keys = hits.map(({ item, variantCount }) => `${String(item.fields['model'] ?? item.id)} ×${variantCount}`).sort();
  return { keys, totalCount, facets, unknownGroups };
}

describe.skipIf(testUrl === undefined)('OpenSearch beside the embedded engine', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'aisle-match-sets-'));
  let embedded: SearchEngine;
  let openSearch: SearchEngine;

  beforeAll(async () => {
    embedded = openEmbeddedEngine({ directory });
    openSearch = openOpenSearchEngine({ ...testCluster, prefix: testPrefix('sets'), shardCount: 3 });
    for (const engine of [embedded, openSearch]) await publishItems(engine, 'products', [...catalogue(itemCount)]);
  });
  afterAll(async () => {
    await openSearch.drop('products');
    await Promise.all([embedded.close(), openSearch.close()]);
    rmSync(directory, { recursive: true, force: true });
  });

  it(`finds and counts the same for ${queryCount} queries, on several shards`, { timeout: 400_000 }, async () => {
    const waiting = [...plans(queryCount)];
    const compare = async (plan: Plan): Promise<void> => {
      const [one, other] = await Promise.all([embedded.search('products', plan), openSearch.search('products', plan)]);
      expect(found(other), JSON.stringify(plan)).toEqual(found(one));
    };
    while (waiting.length > 0) await Promise.all(waiting.splice(0, atOnce).map(compare));
  });
});
