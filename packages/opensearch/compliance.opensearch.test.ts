import path from 'node:path';
import { describe } from 'vitest';
import { engineCompliance } from '#engine/testing/compliance.ts';
import { openOpenSearchEngine } from './opensearch-engine.ts';
import { testCluster, testUrl } from './testing/test-cluster.ts';

const open = (directory: string) =>
  openOpenSearchEngine({ ...testCluster, prefix: path.basename(directory).toLowerCase(), shardCount: 2 });

/** By day, `generations.opensearch.test.ts` builds indexes and brings them live. */
const byNight = process.env['AISLE_TEST_EVERYTHING'] === undefined ? [] : (['building'] as const);

describe.skipIf(testUrl === undefined)('on a real OpenSearch', () => {
  engineCompliance('OpenSearch', open, {
    duties: ['basic', 'reading', 'changing', ...byNight],
    exactness: 'sets',
    randomQueries: 30,
  });
});
