import type { SearchedTerm } from '#features/front-api/searched-terms/server/frequent-terms.service.ts';
import type { Database } from '#server/db/schema.ts';
import { counterStore } from '#server/stats/counters.store.ts';

interface Place {
  readonly projectId: number;
  readonly collectionId: number;
  readonly day: string;
}

interface Searched extends SearchedTerm, Place {
  /** ISO 639-1. */
  readonly language?: string;
  readonly resultObject?: string;
  /** All if the term finds nothing, else none. */
  readonly unfoundCount?: number;
  /** All searches were corrected to it. */
  readonly foundAs?: string;
  readonly clickCount?: number;
  /** Epoch milliseconds; the start of the day if undefined. */
  readonly lastAt?: number;
}

const eventDay = ({ projectId: project_id, collectionId: collection_id, day }: Place) => ({ project_id, collection_id, day });

/** Counts searches, without rows of single queries. */
export async function addSearched(db: Database, searched: readonly Searched[]): Promise<void> {
  const terms = searched.map((one) => {
    const { language = 'en', resultObject = 'search', searchCount, itemCount } = one;
    const { unfoundCount = itemCount === 0 ? searchCount : 0, clickCount = 0, lastAt = Date.parse(one.day) } = one;
    return {
      ofDay: { ...eventDay(one), result_object: resultObject, language },
      names: { term_id: one.term, ...(one.foundAs !== undefined && { found_as_id: one.foundAs }) },
      counts: {
        search_count: searchCount,
        unfound_count: unfoundCount,
        corrected_count: one.foundAs === undefined ? 0 : searchCount,
        click_count: clickCount,
        item_count: itemCount,
        last_at: lastAt,
      },
    };
  });
  await db.transaction().execute((transaction) => counterStore(transaction).add('term_day', terms));
}

interface ItemEvents extends Place {
  readonly itemId: string;
  readonly impression?: number;
  readonly click?: number;
  readonly cart?: number;
  readonly purchase?: number;
}

/** Counts events, without rows of single ones. */
export const addItemEvents = (db: Database, events: readonly ItemEvents[]): Promise<void> =>
  db.transaction().execute((transaction) =>
    counterStore(transaction).add(
      'item_day',
      events.map(({ itemId, impression = 0, click = 0, cart = 0, purchase = 0, ...place }) => ({
        ofDay: eventDay(place),
        names: { item_id: itemId },
        counts: { impression, click, cart, purchase },
      })),
    ),
  );
