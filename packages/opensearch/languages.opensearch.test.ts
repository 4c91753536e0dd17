import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultRelevance } from '#engine/query/default-relevance.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import { runSearch } from '#engine/query/resolve/run-search.ts';
import { inSession, type SearchEngine } from '#engine/port.ts';
import { kindsByLanguage } from '#engine/testing/languages/kinds.ts';
import { scratchEngine } from '#engine/testing/scratch.ts';
import { requestOf } from '#engine/testing/searched-items.ts';
import { openOpenSearchEngine } from './opensearch-engine.ts';
import { testCluster, testPrefix, testUrl } from './testing/test-cluster.ts';

const byDay = ['cs', 'ja'];
const languages = kindsByLanguage().filter(
  ([language]) => process.env['AISLE_TEST_EVERYTHING'] !== undefined || byDay.includes(language),
);

describe.skipIf(testUrl === undefined)('OpenSearch beside the embedded engine', () => {
  let embedded: SearchEngine;
  let openSearch: SearchEngine;

  beforeAll(() => {
    embedded = scratchEngine();
    openSearch = openOpenSearchEngine({ ...testCluster, prefix: testPrefix('words'), shardCount: 1 });
  });
  afterAll(() => openSearch.close());

  it.each(languages)('finds the same in %s', { timeout: 200_000 }, async (language, kinds) => {
    const relevance: CollectionRelevance = {
      layout: {
        language,
        groupField: null,
        fields: [{ name: 'name', type: 'text', searchable: true, stemmer: true, facet: false, path: false }],
      },
      fields: { name: defaultRelevance('name', 'text', []) },
      relevantRate: 70,
      forcesStopwords: false,
      lowersUnwanted: false,
    };
    const names = kinds.flatMap(({ items }) => items);
    for (const engine of [embedded, openSearch]) {
      const build = await engine.build(language, relevance.layout);
      await build.add(names.map((name) => ({ id: name, fields: { name } })));
      await engine.publish(language, (await build.finish()).generation);
    }
    const found = async (engine: SearchEngine, query: string): Promise<string[]> => {
      const request = requestOf(query, { perPage: names.length });
      const { hits } = await inSession(engine, language, (session) => runSearch(session, relevance, [], request));
      return hits.map(({ id }) => id).sort();
    };
    const queries = kinds.flatMap((kind) => kind.queries.map((query) => query.replace('^', '')));
    const otherwise: string[] = [];
    for (const query of queries.flatMap((one) => [one, `${one} `])) {
      const [one, other] = await Promise.all([found(embedded, query), found(openSearch, query)]);
      if (one.join() !== other.join()) otherwise.push(`${query}: ${one.join('; ')} | ${other.join('; ')}`);
    }
    await openSearch.drop(language);
    expect(otherwise).toEqual([]);
  });
});
