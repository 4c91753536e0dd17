import { afterAll, describe } from 'vitest';
import { prepareOpenSearch } from '#scripts/testing/services.mjs';
import { importsSurviveKills } from '#testing/processes/kill-imports.ts';

importsSurviveKills(Number(process.env.AISLE_TEST_KILLS ?? 300));

const cluster = await prepareOpenSearch();

describe.skipIf(cluster === null)('with OpenSearch', () => {
  afterAll(() => cluster?.stop());

  importsSurviveKills(2, { AISLE_OPENSEARCH_URL: cluster?.url ?? '', AISLE_OPENSEARCH_PREFIX: 'kill' });
});
