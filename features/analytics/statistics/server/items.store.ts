import type { Database } from '#server/db/schema.ts';
import { turnoverOf } from '#server/stats/amounts.ts';
import { bestOf, placesWhere, type Totals } from '#server/stats/totals.ts';
import { type Asked, type ComparedRanges, itemCounts, totalsStore } from '#server/stats/totals.store.ts';

export interface ItemFigures {
  readonly shown: number;
  readonly clicks: number;
  readonly carts: number;
  readonly purchases: number;
  /** In units of the project's currency. */
  readonly turnover: number;
}

interface ItemRow extends ItemFigures {
  readonly itemId: string;
  readonly collectionId: number;
  /** In the compared days, and in those before. */
  readonly comparedClicks: number;
  readonly previousClicks: number;
}

interface ItemPage {
  readonly sort: keyof ItemFigures | 'click_rate' | 'change';
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
  /** Narrows a collection's items, of which at most `searchedItems` are asked; default: all. */
  readonly matching?: ((collectionId: number, itemIds: readonly string[]) => Promise<readonly string[]>) | undefined;
  /** Narrows a collection to these item ids. */
  readonly among?: ((collectionId: number) => Promise<readonly string[]>) | undefined;
  readonly compared: ComparedRanges | null;
}

const orders: Readonly<Record<ItemPage['sort'], (row: Omit<ItemRow, 'itemId' | 'collectionId'>) => number | null>> = {
  shown: ({ shown }) => shown,
  clicks: ({ clicks }) => clicks,
  click_rate: ({ shown, clicks }) => (shown === 0 || clicks > shown ? null : clicks / shown),
  carts: ({ carts }) => carts,
  purchases: ({ purchases }) => purchases,
  turnover: ({ turnover }) => turnover,
  /** Clicks decide among equals. */
  change: ({ comparedClicks, previousClicks, clicks }) => comparedClicks - previousClicks + clicks / equalClicks,
};
const equalClicks = 1e9;
/** By clicks, then views. */
const searchedItems = 2_000;
/** Items without a value come last in either order. */
const lastOfAll = -Number.MAX_VALUE;

export const itemStatisticsStore = (db: Database) => {
  const store = totalsStore(db);

  async function mostSeen(totals: Totals<(typeof itemCounts)['sums'][number]>): Promise<string[]> {
    const { click: clicks, impression: views } = totals.columns;
    const places = placesWhere(totals, () => true);
    const best = await store.best(totals, (place) => clicks[place]! + views[place]! / equalClicks, searchedItems, places);
    return best.map(({ name }) => name);
  }

  return {
    async page(
      { project, ...asked }: Asked,
      { sort, order, limit, offset, matching, among, compared }: ItemPage,
    ): Promise<{ rows: ItemRow[]; totalCount: number }> {
      let totalCount = 0;
      const best: { readonly row: ItemRow; readonly value: number }[] = [];
      const idsOf = async (names: readonly string[]) => new Set((await store.idsOf(project, names)).values());
      for (const collectionId of (await store.eventDays(project)).collectionIds) {
        const ofCollection = { ...asked, project, collectionId };
        const totals = await store.totals(itemCounts, ofCollection);
        const { ids, columns } = totals;
        const { now, before } = await store.compared(itemCounts, ofCollection, 'click', totals, compared);
        const narrowed = [
          ...(matching ? [await idsOf(await matching(collectionId, await mostSeen(totals)))] : []),
          ...(among ? [await idsOf(await among(collectionId))] : []),
        ];
        const places = placesWhere(totals, (place) => narrowed.every((some) => some.has(ids[place]!)));
        totalCount += places.length;
        const rowAt = (place: number) => ({
          shown: columns.impression[place]!,
          clicks: columns.click[place]!,
          carts: columns.cart[place]!,
          purchases: columns.purchase[place]!,
          turnover: turnoverOf(columns.amount[place]!),
          comparedClicks: now[place]!,
          previousClicks: before[place]!,
        });
        const valueOf = (place: number): number => {
          const value = orders[sort](rowAt(place));
          return value === null ? lastOfAll : order === 'asc' ? -value : value;
        };
        for (const { name, place } of await store.best(totals, valueOf, offset + limit, places))
          best.push({ row: { itemId: name, collectionId, ...rowAt(place) }, value: valueOf(place) });
      }
      const places = bestOf([...best.keys()], (place) => best[place]!.value, offset + limit).slice(offset);
      return { totalCount, rows: places.map((place) => best[place]!.row) };
    },

    /** Clicks of items of one collection, by day. */
    async clicksByDay(asked: Asked, collectionId: number, itemIds: readonly string[]) {
      const days = await store.byDay(itemCounts, { ...asked, collectionId }, itemIds);
      return new Map([...days].map(([id, of]) => [id, new Map([...of].map(([day, { click }]) => [day, click]))]));
    },

    async byDay(asked: Asked, collectionId: number, itemId: string): Promise<ReadonlyMap<string, ItemFigures>> {
      const days = (await store.byDay(itemCounts, { ...asked, collectionId }, [itemId])).get(itemId)!;
      return new Map(
        [...days].map(([day, { impression, click, cart, purchase, amount }]) => [
          day,
          { shown: impression, clicks: click, carts: cart, purchases: purchase, turnover: turnoverOf(amount) },
        ]),
      );
    },
  };
};
