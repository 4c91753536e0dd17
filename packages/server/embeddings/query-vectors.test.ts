import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answerVectors, startConceptEndpoint } from '#testing/concept-endpoint.ts';
import { embeddingsEndpoint } from './embeddings-endpoint.ts';
import { queryVectors } from './query-vectors.ts';

let server: Awaited<ReturnType<typeof startConceptEndpoint>>;
beforeAll(async () => (server = await startConceptEndpoint()));
afterAll(() => server.close());
beforeEach(() => {
  server.state.answer = answerVectors;
  server.state.texts.length = 0;
});

let now = 0;
function opened() {
  const failures: unknown[] = [];
  const endpoint = embeddingsEndpoint({ url: server.url, key: '', model: 'm', leastSimilarity: 0 });
  return { failures, vectorOf: queryVectors(endpoint, { onFailure: (error) => failures.push(error), now: () => now }) };
}

test('asks once for a query, also while the first answer is under way', async () => {
  const { vectorOf } = opened();
  const [one, other] = await Promise.all([vectorOf('laptop'), vectorOf('laptop')]);
  expect(one).toEqual(other);
  expect(await vectorOf('laptop')).toEqual(one);
  expect(server.state.texts).toEqual(['laptop']);
});

test('spares an endpoint that failed three times in a row, and tries one query after a rest', async () => {
  const { vectorOf, failures } = opened();
  server.state.answer = (response) => response.writeHead(500).end();
  for (const text of ['a', 'b', 'c', 'd', 'e']) expect(await vectorOf(text)).toBeNull();
  expect(server.state.texts).toEqual(['a', 'b', 'c']);
  expect(failures).toHaveLength(1);
  now += 30_001;
  expect(await vectorOf('f')).toBeNull();
  expect(await vectorOf('g')).toBeNull();
  expect(server.state.texts).toEqual(['a', 'b', 'c', 'f']);
  now += 30_001;
  server.state.answer = answerVectors;
  expect(await vectorOf('h')).not.toBeNull();
  expect(await vectorOf('a')).not.toBeNull();
});

test('does not wait for an endpoint that hangs', async () => {
  const { vectorOf } = opened();
  server.state.answer = () => undefined;
  expect(await vectorOf('laptop')).toBeNull();
});

test('does not follow redirects, which could take the key elsewhere', async () => {
  const { vectorOf } = opened();
  server.state.answer = (response) => response.writeHead(307, { location: `${server.url}/embeddings` }).end();
  expect(await vectorOf('laptop')).toBeNull();
  expect(server.state.texts).toEqual(['laptop']);
});
