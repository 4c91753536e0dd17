import { turnoverOf } from '#server/stats/amounts.ts';
import type { Database } from '#server/db/schema.ts';
import { newestNextSearches } from '#server/stats/next-searches.ts';
import { columnsOf, merged, type Totals, TotalsBuilder } from '#server/stats/totals.ts';
import { type Asked, clickedItems, clickingTerms, nextTerms, totalsStore } from '#server/stats/totals.store.ts';

interface NextSearch {
  readonly term: string;
  /** Visitors who searched for it, each once a day. */
  readonly visitors: number;
  /** Visitors who clicked what it found. */
  readonly clicking: number;
}

const sum = (values: Float64Array): number => values.reduce((all, value) => all + value, 0);
const mean = (positions: number, positioned: number): number | null => (positioned > 0 ? positions / positioned : null);

type ClickTotals = Totals<(typeof clickedItems)['sums'][number]>;
/** Some shops report purchases alone. */
const visitsIn =
  ({ columns: { click_count: clicks, purchase_count: purchases } }: ClickTotals) =>
  (place: number): number =>
    clicks[place]! + purchases[place]!;
const figuresAt = ({ columns }: ClickTotals, place: number) => ({
  clicks: columns.click_count[place]!,
  purchases: columns.purchase_count[place]!,
  turnover: turnoverOf(columns.amount[place]!),
});

/** What visitors clicked after a query, and searched for next. */
export const clickStore = (db: Database) => {
  const store = totalsStore(db);

  /** By name on a tie. */
  async function most(totals: Totals, countAt: (place: number) => number, limit: number) {
    const best = await store.best(totals, countAt, limit);
    const counted = best.map((one) => ({ ...one, count: countAt(one.place) }));
    return counted.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  }

  return {
    /** With the mean position of all clicks, from 1. */
    async itemsOf(asked: Asked, term: string, limit: number) {
      const totals = await store.totals(clickedItems, asked, term);
      const { position_sum: positions, position_count: positioned } = totals.columns;
      return {
        items: (await most(totals, visitsIn(totals), limit)).map(({ name, place }) => ({
          item_id: name,
          ...figuresAt(totals, place),
        })),
        meanPosition: mean(sum(positions), sum(positioned)),
      };
    },

    async queriesOf(asked: Asked, itemId: string, limit: number) {
      const totals = await store.totals(clickingTerms, asked, itemId);
      const { position_sum: positions, position_count: positioned } = totals.columns;
      return (await most(totals, visitsIn(totals), limit)).map(({ name, place }) => ({
        term: name,
        ...figuresAt(totals, place),
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
        columnsOf(nextTerms).map((column) => known.map((one) => one[column])),
      );
      const totals = merged(nextTerms, await store.totals(nextTerms, asked, term), builder.totals());
      const { visitor_count: visitors, found_count: found, clicked_count: clicking } = totals.columns;
      return (await most(totals, (place) => (isFound ? found : visitors)[place]!, limit)).map(({ name, place, count }) => ({
        term: name,
        visitors: count,
        clicking: clicking[place]!,
      }));
    },
  };
};
