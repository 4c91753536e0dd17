import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type FieldValue, type Item, pathSeparator } from '#contract/item.ts';
import { InOrder } from '#process-kit/in-order.ts';
import type { App } from '#server/app/app.ts';
import { engineCollection } from '#server/search/project-search.ts';

const cachedCollections = 100;
const patienceMilliseconds = 1_500;

const isFilled = (value: FieldValue | undefined): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

const measures = {
  with_picture: ({ fields }: Item) => isFilled(fields['image']),
  with_price: ({ fields }: Item) => isFilled(fields['price']),
  in_stock: ({ fields }: Item) => fields['availability'] === 'in_stock',
};
export type Measure = keyof typeof measures;
type Counts = ReadonlyMap<Measure, Map<string, number>>;

/** `A > B` gives `A` and `A > B`. */
export const levelsOf = (path: string): string[] => {
  const names = path.split(pathSeparator);
  return names.map((_name, depth) => names.slice(0, depth + 1).join(pathSeparator));
};

/** Counts items by category. An item counts once per category. */
export class PathCounter {
  readonly counts: Counts = new Map(Object.keys(measures).map((measure) => [measure as Measure, new Map<string, number>()]));
  readonly #pathField: string;

  constructor(pathField: string) {
    this.#pathField = pathField;
  }

  add(item: Item): void {
    const value = item.fields[this.#pathField];
    if (value === undefined) return;
    const paths = new Set((Array.isArray(value) ? value.map(String) : [String(value)]).flatMap(levelsOf));
    for (const [measure, counts] of this.counts)
      if (measures[measure](item)) for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
}

interface Counting {
  readonly key: string;
  readonly changeNumber: number | undefined;
  readonly counts: Promise<Counts>;
  isDone: boolean;
  /** Counts nobody has seen yet are used even if items changed since, or a busy collection would never show any. */
  isSeen: boolean;
}

/** Counts by scanning all items of a collection, one collection at a time: pictures aren't indexed. */
export function countedPaths(app: App) {
  const known = new LRUCache<number, Counting>({ max: cachedCollections });
  const turns = new InOrder();

  async function count(collectionId: number, pathField: string): Promise<Counts> {
    const counter = new PathCounter(pathField);
    for (let after: string | null = null; ;) {
      const { items, next } = await app.engine.itemPage(engineCollection(collectionId), after);
      for (const item of items) counter.add(item);
      if (next === null) return counter.counts;
      after = next;
      await nextTurn();
    }
  }

  async function counting(collectionId: number, pathField: string): Promise<Counting> {
    const status = await app.engine.status(engineCollection(collectionId));
    const key = JSON.stringify([status?.generation, pathField]);
    const last = known.get(collectionId);
    if (last?.key === key && (last.changeNumber === status?.changeNumber || !last.isSeen)) return last;
    const counts = turns.run('', () => count(collectionId, pathField));
    const begun: Counting = { key, changeNumber: status?.changeNumber, counts, isDone: false, isSeen: false };
    known.set(collectionId, begun);
    counts.then(
      () => (begun.isDone = true),
      () => known.get(collectionId) === begun && known.delete(collectionId),
    );
    return begun;
  }

  /** null while still counting, unless `isPatient`. */
  return async function counted(collectionId: number, pathField: string, isPatient: boolean): Promise<Counts | null> {
    const found = await counting(collectionId, pathField);
    if (!isPatient && !found.isDone) {
      const waiting = new AbortController();
      const waited = sleep(patienceMilliseconds, null, { signal: waiting.signal }).catch(() => null);
      await Promise.race([found.counts, waited]).finally(() => waiting.abort());
      if (!found.isDone) return null;
    }
    found.isSeen = true;
    return found.counts;
  };
}
export type CountedPaths = ReturnType<typeof countedPaths>;
