import path from 'node:path';
import { describe } from 'vitest';
import { engineCompliance } from '#engine/testing/compliance.ts';
import { openOpenSearchEngine } from './opensearch-engine.ts';
import { testCluster, testUrl } from './testing/test-cluster.ts';

describe.skipIf(testUrl === undefined)('on a real OpenSearch', () => {
  engineCompliance(
    'OpenSearch',
    (directory) => openOpenSearchEngine({ ...testCluster, prefix: path.basename(directory).toLowerCase() }),
    { duties: ['basic', 'reading'], exactness: 'sets', randomQueries: 30 },
  );
});
