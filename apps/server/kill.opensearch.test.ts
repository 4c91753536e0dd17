import { afterAll, describe } from 'vitest';
import { openOpenSearchEngine } from '#engine/opensearch/opensearch-engine.ts';
import { engineCollection } from '#server-kit/project-search.ts';
import { importsSurviveKills } from '#server/testing/kill-imports.ts';

const url = process.env['AISLE_TEST_OPENSEARCH_URL'];
const prefix = `aisle-test-kill-${process.pid}-${Date.now().toString(36)}`;
/** Of a new server. */
const firstCollection = engineCollection(1);

describe.skipIf(url === undefined)('with OpenSearch', () => {
  afterAll(async () => {
    const engine = openOpenSearchEngine({ url: url ?? '', prefix });
    await engine.drop(firstCollection);
    await engine.close();
  });

  importsSurviveKills(2, { AISLE_OPENSEARCH_URL: url ?? '', AISLE_OPENSEARCH_PREFIX: prefix });
});
