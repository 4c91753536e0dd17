import { storedVector, type StoredVector } from '#engine/vectors/vector.ts';
import { type NearVector, VectorIndex } from '#engine/vectors/vector-index.ts';
import { randomNumbers } from '#engine/testing/catalogue.ts';
import { report } from './figures.ts';

const [itemCount, dimensions, queryCount, wanted] = [200_000, 384, 100, 50];
const sampleSize = 2_000;
const leastRecall = 0.98;
const mostMilliseconds = 3;

const random = randomNumbers(5);
/** Normal by the sum of uniform ones. */
const normal = (): number => (random() + random() + random() + random() - 2) * Math.sqrt(3);
const normals = (length: number): Float32Array => Float32Array.from({ length }, normal);

/** Vectors of texts lie near clusters in few directions, and may share a direction with all others. */
function texts(latentDimensions: number, clusterCount: number, shared: number): () => Float32Array {
  const directions = Array.from({ length: latentDimensions }, () => normals(dimensions));
  const clusters = Array.from({ length: clusterCount }, () => normals(latentDimensions));
  const scale = Math.sqrt(latentDimensions);
  const mean = normals(dimensions).map((value) => value * shared * scale);
  return () => {
    const cluster = clusters[Math.floor(random() * clusterCount)]!;
    const vector = mean.map((value) => value + 0.3 * scale * (random() - 0.5));
    for (const [of, direction] of directions.entries()) {
      const amount = cluster[of]! + 0.6 * normal();
      for (let at = 0; at < dimensions; at++) vector[at]! += amount * direction[at]!;
    }
    return vector;
  };
}

/** Nobody needs the last one; it shows how much the first ones owe to what vectors have in common. */
const kinds: readonly (readonly [string, () => Float32Array])[] = [
  ['texts', texts(40, 500, 0)],
  ['texts with a shared direction', texts(40, 500, 2)],
  ['random', () => normals(dimensions)],
];

/** Unit vectors, one after another. */
function unitsOf(vectors: number, make: () => Float32Array): Float32Array {
  const all = new Float32Array(vectors * dimensions);
  for (let at = 0; at < vectors; at++) {
    const values = make();
    const length = Math.hypot(...values);
    for (let of = 0; of < dimensions; of++) all[at * dimensions + of] = values[of]! / length;
  }
  return all;
}

const vectorAt = (all: Float32Array, at: number): Float32Array => all.subarray(at * dimensions, (at + 1) * dimensions);

function exactly(rows: Float32Array, query: Float32Array): Set<string> {
  const scores = new Float32Array(itemCount);
  for (let at = 0; at < itemCount; at++) {
    let sum = 0;
    for (let of = 0, from = at * dimensions; of < dimensions; of++) sum += rows[from + of]! * query[of]!;
    scores[at] = sum;
  }
  const least = scores.toSorted().at(-wanted)!;
  return new Set([...scores.keys()].filter((at) => scores[at]! >= least).map(String));
}

for (const [kind, make] of kinds) {
  const [rows, queries] = [unitsOf(itemCount, make), unitsOf(queryCount, make)];
  const vectors = Array.from({ length: itemCount }, (_, at) => storedVector(vectorAt(rows, at))!);
  const index = VectorIndex.of(dimensions, vectors.slice(0, sampleSize))!;
  for (const [at, vector] of vectors.entries()) index.set(String(at), vector);
  const stored = Array.from({ length: queryCount }, (_, at) => storedVector(vectorAt(queries, at))!);
  const ask = (query: StoredVector): NearVector[] => index.nearest(query, wanted, -1);
  for (const query of stored) ask(query);
  const before = process.cpuUsage();
  const found = stored.map(ask);
  const { user, system } = process.cpuUsage(before);
  const milliseconds = (user + system) / 1000 / queryCount;
  const hits = found.map((near, at) => {
    const best = exactly(rows, vectorAt(queries, at));
    return near.filter(({ id }) => best.has(id)).length;
  });
  const recall = hits.reduce((sum, count) => sum + count, 0) / queryCount / wanted;
  report({
    name: `vectors: ${kind}, recall of ${wanted}`,
    value: recall.toFixed(3),
    ...(kind !== 'random' && { target: { text: `≥ ${leastRecall}`, isMet: recall >= leastRecall } }),
  });
  report({
    name: `vectors: ${kind}, processor per query`,
    value: `${milliseconds.toFixed(2)} ms`,
    target: { text: `≤ ${mostMilliseconds} ms`, isMet: milliseconds <= mostMilliseconds },
  });
}
