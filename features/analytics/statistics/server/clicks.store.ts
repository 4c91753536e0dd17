import type { Database } from '#server/db/schema.ts';
import { newestNextSearches } from '#server/stats/next-searches.ts';
import { bestOf, clickColumns, merged, nextColumns, placesWhere, type Totals, TotalsBuilder } from '#server/stats/totals.ts';
import { type Asked, clickedItems, clickingTerms, nextTerms, totalsStore } from '#server/stats/totals.store.ts';

export interface QueryOfItem {
  readonly term: string;
  readonly clicks: number;
  readonly meanPosition: number | null;
}

export interface NextSearch {
  readonly term: string;
  /** Visitors who searched for it, each once a day. */
  readonly visitors: number;
  /** Visitors who clicked what it found. */
  readonly clicking: number;
}

const sum = (values: Float64Array): number => values.reduce((all, value) => all + value, 0);
const mean = (positions: number, positioned: number): number | null => (positioned > 0 ? positions / positioned : null);

/** What visitors clicked after a query, and searched for next. */
export const clickStore = (db: Database) => {
  const store = totalsStore(db);

  async function most<Row>(totals: Totals, column: number, limit: number, rowOf: (name: string, place: number) => Row) {
    const values = totals.columns[column]!;
    const best = bestOf(
      placesWhere(totals, (place) => values[place]! > 0),
      (place) => values[place]!,
      limit,
    );
    const names = await store.namesOf(best.map((place) => totals.ids[place]!));
    const rows = best.map((place, at) => ({ name: names[at]!, count: values[place]!, row: rowOf(names[at]!, place) }));
    return rows.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)).map(({ row }) => row);
  }

  return {
    /** With the mean position of all clicks, from 1. */
    async itemsOf(asked: Asked, term: string, limit: number) {
      const totals = await store.totals(clickedItems, asked, term);
      const [clicks, positions, positioned] = totals.columns as [Float64Array, Float64Array, Float64Array];
      return {
        items: await most(totals, clickColumns.clicks, limit, (item_id, place) => ({ item_id, clicks: clicks[place]! })),
        meanPosition: mean(sum(positions), sum(positioned)),
      };
    },

    async queriesOf(
      asked: Asked,
      { collectionId, itemId, limit }: { collectionId: number; itemId: string; limit: number },
    ): Promise<QueryOfItem[]> {
      const totals = await store.totals(clickingTerms, { ...asked, collectionId }, itemId);
      const [clicks, positions, positioned] = totals.columns as [Float64Array, Float64Array, Float64Array];
      return most(totals, clickColumns.clicks, limit, (term, place) => ({
        term,
        clicks: clicks[place]!,
        meanPosition: mean(positions[place]!, positioned[place]!),
      }));
    },

    /** `isFound`: counts visitors whose next search found something. */
    async nextSearches(
      asked: Asked,
      { term, isFound, limit }: { readonly term: string; readonly isFound: boolean; readonly limit: number },
    ): Promise<NextSearch[]> {
      const newest = await newestNextSearches(db, asked, term);
      const ids = await store.idsOf(
        asked.project,
        newest.map(({ next }) => next),
      );
      const builder = new TotalsBuilder(nextTerms);
      const known = newest.filter(({ next }) => ids.has(next));
      builder.add(
        known.map(({ next }) => ids.get(next)!),
        [known.map(({ visitors }) => visitors), known.map(({ found }) => found), known.map(({ clicked }) => clicked)],
      );
      const totals = merged(nextTerms, await store.totals(nextTerms, asked, term), builder.totals());
      const column = isFound ? nextColumns.found : nextColumns.visitors;
      return most(totals, column, limit, (next, place) => ({
        term: next,
        visitors: totals.columns[column]![place]!,
        clicking: totals.columns[nextColumns.clicked]![place]!,
      }));
    },
  };
};
