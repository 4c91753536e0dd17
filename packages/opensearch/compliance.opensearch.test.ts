import path from 'node:path';
import { describe } from 'vitest';
import { engineCompliance } from '#engine/testing/compliance.ts';
import { openOpenSearchEngine } from './opensearch-engine.ts';
import { testCluster, testUrl } from './testing/test-cluster.ts';

const open = (directory: string) =>
  openOpenSearchEngine({ ...testCluster, prefix: path.basename(directory).toLowerCase(), shardCount: 2 });

describe.skipIf(testUrl === undefined)('on a real OpenSearch', () => {
  engineCompliance('OpenSearch', open, { duties: ['basic', 'reading', 'writing'], exactness: 'sets', randomQueries: 30 });
});
