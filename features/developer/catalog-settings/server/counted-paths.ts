import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { InOrder } from '#engine/in-order.ts';
import { type Measure, PathCounter } from './path-coverage.ts';
import type { App } from '#server/app.ts';
import { engineCollection } from '#server/search/project-search.ts';

const rememberedCollections = 100;
/** Whoever asks while items are gone through waits so long, and is answered without the counts then. */
const patienceMilliseconds = 1_500;
/** Where single items change all the time, counts of so long ago do. */
const freshMilliseconds = 60_000;

type Counts = PathCounter['counts'];

interface Counting {
  /** What is counted: another build of the index or other fields are recounted. */
  readonly key: string;
  readonly changeNumber: number | undefined;
  readonly counts: Promise<Counts>;
  /** Epoch milliseconds; null until all items are gone through. */
  doneAt: number | null;
}

/**
 * Counts what no index can say, such as items with a picture, by going through all items of a collection, one collection at a time.
 */
export function countedPaths(app: App) {
  const known = new LRUCache<number, Counting>({ max: rememberedCollections });
  const turns = new InOrder();

  async function count(collectionId: number, pathField: string, wanted: readonly Measure[]): Promise<Counts> {
    const counter = new PathCounter(pathField, wanted);
    for (let after: string | null = null; ;) {
      const { items, next } = await app.engine.itemPage(engineCollection(collectionId), after);
      for (const item of items) counter.add(item);
      if (next === null) return counter.counts;
      after = next;
      await nextTurn();
    }
  }

  async function counting(collectionId: number, pathField: string, wanted: readonly Measure[]): Promise<Counting> {
    const status = await app.engine.status(engineCollection(collectionId));
    const key = JSON.stringify([status?.generation, pathField, wanted]);
    const last = known.get(collectionId);
    const isFresh = ({ changeNumber, doneAt }: Counting): boolean =>
      changeNumber === status?.changeNumber || doneAt === null || Date.now() - doneAt < freshMilliseconds;
    if (last?.key === key && isFresh(last)) return last;
    const counts = turns.run('', () => count(collectionId, pathField, wanted));
    const begun: Counting = { key, changeNumber: status?.changeNumber, counts, doneAt: null };
    known.set(collectionId, begun);
    counts.then(
      () => (begun.doneAt = Date.now()),
      // The next request starts over.
      () => known.get(collectionId) === begun && known.delete(collectionId),
    );
    return begun;
  }

  /** null while items are still gone through; who is patient waits for them. */
  return async function counted(
    collectionId: number,
    pathField: string,
    { wanted, isPatient }: { readonly wanted: readonly Measure[]; readonly isPatient: boolean },
  ): Promise<Counts | null> {
    if (wanted.length === 0) return new Map();
    const { counts, doneAt } = await counting(collectionId, pathField, wanted);
    if (doneAt !== null || isPatient) return counts;
    const waiting = new AbortController();
    const waited = sleep(patienceMilliseconds, null, { signal: waiting.signal }).catch(() => null);
    return Promise.race([counts, waited]).finally(() => waiting.abort());
  };
}
export type CountedPaths = ReturnType<typeof countedPaths>;
