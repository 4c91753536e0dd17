import { readStored, writeStored } from '#console-kit/state/stored.ts';

const keptQueries = 5;
const keptCollections = 20;

type Kept = readonly { readonly c: number; readonly queries: readonly string[] }[];

const isKept = (one: unknown): one is Kept[number] =>
  typeof one === 'object' && one !== null && 'c' in one && 'queries' in one && Array.isArray(one.queries);

function kept(): Kept {
  try {
    const stored: unknown = JSON.parse(readStored('previewQueries') ?? '[]');
    return Array.isArray(stored) ? stored.filter(isKept) : [];
  } catch {
    return [];
  }
}

/** Queries that this browser tried in a collection, the last one first. */
export const triedQueries = (collectionId: number): readonly string[] =>
  kept().find(({ c }) => c === collectionId)?.queries ?? [];

export function noteTriedQuery(collectionId: number, q: string): void {
  if (q === '') return;
  const queries = [q, ...triedQueries(collectionId).filter((other) => other !== q)].slice(0, keptQueries);
  const all = [{ c: collectionId, queries }, ...kept().filter(({ c }) => c !== collectionId)];
  writeStored('previewQueries', JSON.stringify(all.slice(0, keptCollections)));
}
