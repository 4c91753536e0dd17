import type { SearchedTerm } from '#features/front-api/searched-terms/server/searched-terms.store.ts';
import { rowsInOrder } from '#server/db/rows-in-order.ts';
import type { Database } from '#server/db/schema.ts';
import { counterStore, type DayCounts, type EventDay, type ItemCounts } from '#server/stats/counters.store.ts';

interface Searched extends SearchedTerm {
  readonly projectId: number;
  readonly collectionId: number;
  readonly day: string;
  /** ISO 639-1. */
  readonly language?: string;
  readonly resultObject?: string;
  /** All if the term finds nothing, else none. */
  readonly unfoundCount?: number;
  readonly clickCount?: number;
  /** Epoch milliseconds; the start of the day if undefined. */
  readonly lastAt?: number;
}

/** Counts searches, without rows of single queries. */
export async function addSearched(db: Database, searched: readonly Searched[]): Promise<void> {
  const days = rowsInOrder<{ -readonly [Key in keyof DayCounts]: DayCounts[Key] }>();
  const terms = searched.map((one) => {
    const { projectId, collectionId, day, language = 'en', resultObject = 'search', searchCount, itemCount } = one;
    const ofDay = { projectId, collectionId, day, resultObject, language };
    const { unfoundCount = itemCount === 0 ? searchCount : 0, clickCount = 0, lastAt = Date.parse(day) } = one;
    const none = { searchCount: 0, unfoundCount: 0, clickCount: 0, tookMilliseconds: 0 };
    const sums = days.of(Object.values(ofDay), () => ({ ofDay, ...none }));
    sums.searchCount += searchCount;
    sums.unfoundCount += unfoundCount;
    sums.clickCount += clickCount;
    return { ofDay, term: one.term, searchCount, unfoundCount, clickCount, itemCount, lastAt };
  });
  await db.transaction().execute((transaction) => counterStore(transaction).addTerms(days.rows(), terms));
}

type ItemEvents = EventDay & { readonly itemId: string } & Partial<ItemCounts>;

/** Counts events, without rows of single ones. */
export const addItemEvents = (db: Database, events: readonly ItemEvents[]): Promise<void> =>
  db
    .transaction()
    .execute((transaction) =>
      counterStore(transaction).addItems(events.map((one) => ({ impression: 0, click: 0, cart: 0, purchase: 0, ...one }))),
    );
