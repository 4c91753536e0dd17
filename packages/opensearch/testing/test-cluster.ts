/** A cluster that tests may fill and empty; without it what needs one is skipped. */
export const testUrl = process.env['AISLE_TEST_OPENSEARCH_URL'];

/** Nobody else's indices begin like that. */
export const testPrefix = (name: string): string => `aisle-test-${name}-${process.pid}-${Date.now().toString(36)}`;

/** Tests share their processors with others, so a search may take longer than anybody would wait for. */
export const testCluster = { url: testUrl ?? '', searchMs: 100_000 };
