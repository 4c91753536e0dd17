import { expect, test } from 'vitest';
import { randomNumbers } from '#engine/testing/catalogue.ts';
import { storedVector, type StoredVector } from './vector.ts';
import { VectorIndex } from './vector-index.ts';

const dimensions = 200;
const random = randomNumbers(3);
const clusters = Array.from({ length: 40 }, () => Array.from({ length: dimensions }, () => random() - 0.5));
/** With a direction that all share. */
const vectorNear = (cluster: readonly number[]): number[] => cluster.map((value) => value + 0.7 + 0.5 * (random() - 0.5));
const vectors = Array.from({ length: 9_000 }, (_, at) => vectorNear(clusters[at % clusters.length]!));
const stored = vectors.map((vector) => storedVector(vector)!);

function filled(): VectorIndex {
  const index = VectorIndex.of(dimensions, stored.slice(0, 500))!;
  for (const [at, vector] of stored.entries()) index.set(String(at), vector);
  return index;
}

function cosine(one: readonly number[], other: readonly number[]): number {
  const product = one.reduce((sum, value, at) => sum + value * other[at]!, 0);
  return product / Math.hypot(...one) / Math.hypot(...other);
}

test('finds what an exact search finds, but for differences of rounding', () => {
  const index = filled();
  for (let at = 0; at < 20; at++) {
    const query = vectorNear(clusters[at]!);
    const near = index.nearest(storedVector(query)!, 50, -1);
    const exact = vectors.map((vector) => cosine(vector, query)).sort((one, other) => other - one);
    expect(near).toHaveLength(50);
    for (const [place, { id, similarity }] of near.entries()) {
      expect(Math.abs(similarity - cosine(vectors[Number(id)]!, query))).toBeLessThan(0.002);
      expect(Math.abs(similarity - exact[place]!)).toBeLessThan(0.002);
    }
  }
});

test('replaces, removes and restores vectors, and keeps to the least similarity', () => {
  const index = filled();
  const ask = (vector: StoredVector, least = 0.999) => index.nearest(vector, 5, least).map(({ id }) => id);
  expect(ask(stored[7]!)).toEqual(['7']);
  index.remove('7');
  expect(ask(stored[7]!)).toEqual([]);
  expect(ask(stored[7]!, -1)).toHaveLength(5);
  index.set('8', stored[7]!);
  expect([ask(stored[7]!), ask(stored[8]!)]).toEqual([['8'], []]);
  index.set('7', stored[7]!);
  expect(ask(stored[7]!)).toEqual(['7', '8']);
});

test('ignores vectors of other dimensions, and there are none without direction', () => {
  const index = VectorIndex.of(dimensions, [])!;
  index.set('1', storedVector([1, 2, 3])!);
  expect(index.nearest(stored[0]!, 5, -1)).toEqual([]);
  index.set('2', stored[0]!);
  expect(index.nearest(storedVector([1, 2, 3])!, 5, -1)).toEqual([]);
  expect([storedVector([0, 0]), storedVector([Number.NaN, 1])]).toEqual([null, null]);
});
